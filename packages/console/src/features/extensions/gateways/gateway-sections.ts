import {
  type GatewayKind,
  gatewaySettings as settings,
} from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { certificateFields } from '#domain/listener-form/tls-sections.ts'
import { gatewayForm as m } from '#features/extensions/messages/gateway-forms.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { tlsClientForm } from '#kit/form/tls/tls-client-form.ts'
import { serverTls } from './gateway-document.ts'

const template = (name: string): string => `$\{${name}}`

const mountpoint = {
  path: 'mountpoint',
  label: m.mountpoint,
  help: m.mountpointHelp(template('clientid')),
  isCode: true,
  width: 12,
} as const

const general = {
  idle: { path: 'idle_timeout', label: m.idleTimeout, help: m.idleTimeoutHelp },
  stats: { path: 'enable_stats', label: m.stats, note: m.statsNote },
} as const

const identity = [
  { path: 'clientinfo_override.clientid', label: m.clientId, isCode: true, isOmittedEmpty: true },
  { path: 'clientinfo_override.username', label: m.username, isCode: true, isOmittedEmpty: true },
  { path: 'clientinfo_override.password', label: m.password, isCode: true, isOmittedEmpty: true },
] as const

const common = [mountpoint, general.idle, general.stats] as const
const override = {
  id: 'identity',
  title: m.override,
  note: m.overrideNote(template('Packet.headers.login')),
  fields: identity,
} as const
const basics = { id: 'general', title: m.general, fields: common } as const

const repeats = {
  id: 'deliveries',
  title: m.deliveries,
  fields: [
    { path: 'retry_interval', label: m.retryInterval },
    { path: 'max_retry_times', label: m.maxRetries },
    { path: 'message_queue_len', label: m.queueLength },
  ],
} as const

const qosNames = { 0: m.qos0, 1: m.qos1, 2: m.qos2 } as const

const translator = <const Name extends string>(name: Name, topic: string, qos: string) =>
  [
    { path: `translators.${name}.topic`, label: topic },
    { path: `translators.${name}.qos`, label: qos, options: qosNames },
  ] as const

const coapQos = { coap: m.asCoap, qos0: m.qos0, qos1: m.qos1, qos2: m.qos2 } as const

/** The settings of each gateway. */
export const gatewaySections: Readonly<Record<GatewayKind, readonly Section[]>> = {
  stomp: toSections(settings.stomp, [
    basics,
    {
      id: 'frame',
      title: m.frame,
      fields: [
        { path: 'frame.max_headers', label: m.maxHeaders },
        { path: 'frame.max_headers_length', label: m.maxHeaderLength, help: m.bytes },
        { path: 'frame.max_body_length', label: m.maxBodyLength, help: m.bytes },
      ],
    },
    override,
  ]),
  mqttsn: withUniqueIds(
    toSections(settings.mqttsn, [
      basics,
      {
        id: 'mqttsn',
        title: m.mqttsn,
        fields: [
          { path: 'gateway_id', label: m.gatewayId, help: m.gatewayIdHelp },
          { path: 'broadcast', label: m.broadcast, note: m.broadcastNote },
          { path: 'enable_qos3', label: m.qos3, note: m.qos3Note },
          { path: 'subs_resume', label: m.resume, note: m.resumeNote },
          {
            path: 'predefined',
            label: m.predefined,
            addLabel: m.addTopic,
            width: 12,
            columns: [
              { path: 'id', label: m.topicId },
              { path: 'topic', label: m.topic },
            ],
          },
        ],
      },
      override,
    ]),
  ),
  coap: toSections(settings.coap, [
    { id: 'general', title: m.general, fields: [mountpoint, general.stats] },
    {
      id: 'coap',
      title: m.coap,
      fields: [
        { path: 'connection_required', label: m.connectionRequired, note: m.connectionRequiredNote },
        {
          path: 'heartbeat',
          label: m.heartbeat,
          help: m.heartbeatHelp,
          when: [{ path: 'connection_required', is: [true] }],
        },
        {
          path: 'notify_type',
          label: m.notifyType,
          help: m.notifyHelp,
          options: { qos: m.notifyQos, con: m.notifyCon, non: m.notifyNon },
        },
        { path: 'subscribe_qos', label: m.subscribeQos, options: coapQos },
        { path: 'publish_qos', label: m.publishQos, options: coapQos },
      ],
    },
    override,
  ]),
  lwm2m: toSections(settings.lwm2m, [
    {
      ...basics,
      fields: [
        { ...mountpoint, help: m.mountpointHelp(template('endpoint_name')) },
        general.idle,
        general.stats,
      ],
    },
    {
      id: 'lwm2m',
      title: m.lwm2m,
      fields: [
        { path: 'xml_dir', label: m.xmlDir, help: m.xmlDirHelp, isCode: true, width: 12 },
        { path: 'lifetime_min', label: m.lifetimeMin },
        { path: 'lifetime_max', label: m.lifetimeMax },
        { path: 'qmode_time_window', label: m.qmode, help: m.qmodeHelp },
        { path: 'auto_observe', label: m.autoObserve, note: m.autoObserveNote },
        {
          path: 'update_msg_publish_condition',
          label: m.updateMessage,
          options: { always: m.always, contains_object_list: m.onObjects },
        },
      ],
    },
    {
      id: 'translators',
      title: m.translators,
      note: m.translatorsNote,
      fields: [
        ...translator('command', m.command, m.commandQos),
        ...translator('response', m.response, m.responseQos),
        ...translator('notify', m.notify, m.notifyQosOf),
        ...translator('register', m.register, m.registerQos),
        ...translator('update', m.update, m.updateQos),
      ],
    },
    override,
  ]),
  exproto: [
    ...toSections(settings.exproto, [
      basics,
      {
        id: 'server',
        title: m.exprotoServer,
        fields: [{ path: 'server.bind', label: m.exprotoBind, help: m.exprotoBindHelp, isCode: true }],
      },
    ]),
    {
      id: 'server-tls',
      title: m.serverTls,
      note: m.serverTlsNote,
      switch: serverTls,
      fields: certificateFields('server.ssl_options', []),
    },
    ...toSections(settings.exproto, [
      {
        id: 'handler',
        title: m.handler,
        fields: [
          { path: 'handler.address', label: m.handlerAddress, help: m.handlerHelp, width: 12 },
          {
            path: 'handler.service_name',
            label: m.service,
            options: { ConnectionUnaryHandler: m.unary, ConnectionHandler: m.streaming },
          },
        ],
      },
    ]),
    { ...tlsClientForm('handler.ssl_options'), id: 'handler-tls', title: m.handlerTls },
    ...toSections(settings.exproto, [override]),
  ],
  gbt32960: toSections(settings.gbt32960, [basics, repeats, override]),
  jt808: toSections(settings.jt808, [
    basics,
    {
      id: 'jt808',
      title: m.jt808,
      fields: [
        { path: 'frame.max_length', label: m.maxLength, help: m.bytes },
        { path: 'proto.auth.allow_anonymous', label: m.anonymous, note: m.anonymousNote },
        {
          path: 'proto.auth.registry',
          label: m.registry,
          isOmittedEmpty: true,
          when: [{ path: 'proto.auth.allow_anonymous', is: [false] }],
          width: 12,
        },
        {
          path: 'proto.auth.authentication',
          label: m.authentication,
          isOmittedEmpty: true,
          when: [{ path: 'proto.auth.allow_anonymous', is: [false] }],
          width: 12,
        },
        { path: 'proto.up_topic', label: m.upTopic, isCode: true },
        { path: 'proto.dn_topic', label: m.downTopic, isCode: true },
        { path: 'proto.ignore_unsupported_frames', label: m.ignoreUnknown, note: m.ignoreUnknownNote },
      ],
    },
    repeats,
    override,
  ]),
  ocpp: toSections(settings.ocpp, [
    basics,
    {
      id: 'ocpp',
      title: m.ocpp,
      fields: [
        { path: 'default_heartbeat_interval', label: m.ocppHeartbeat },
        { path: 'heartbeat_checking_times_backoff', label: m.backoff },
        {
          path: 'message_format_checking',
          label: m.checking,
          options: {
            all: m.checkAll,
            upstream_only: m.checkUp,
            dnstream_only: m.checkDown,
            disable: m.checkNone,
          },
        },
        { path: 'json_schema_dir', label: m.schemaDir, isCode: true },
        { path: 'json_schema_id_prefix', label: m.schemaPrefix, isCode: true },
      ],
    },
    {
      id: 'upstream',
      title: m.upstream,
      fields: [
        { path: 'upstream.topic', label: m.topic, isCode: true },
        { path: 'upstream.reply_topic', label: m.replyTopic, isCode: true },
        { path: 'upstream.error_topic', label: m.errorTopic, isCode: true },
        {
          path: 'upstream.topic_override_mapping',
          label: m.overrideMap,
          keyLabel: m.action,
          valueLabel: m.topic,
          width: 12,
        },
      ],
    },
    {
      id: 'downstream',
      title: m.downstream,
      fields: [
        { path: 'dnstream.topic', label: m.topic, isCode: true },
        { path: 'dnstream.max_mqueue_len', label: m.queueLength },
      ],
    },
    override,
  ]),
}

/** Requires unique IDs of predefined topics, because an ID stands for one topic. */
function withUniqueIds(sections: readonly Section[]): readonly Section[] {
  const unique = (field: Field): Field =>
    field.kind === 'rows' ? { ...field, uniqueBy: 'id', duplicateMessage: m.idTwice } : field
  return sections.map((section) => ({ ...section, fields: section.fields.map(unique) }))
}
