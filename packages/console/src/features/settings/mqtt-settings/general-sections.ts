import { mqttSettings } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { mqttSettings as m } from '#features/settings/messages/mqtt.ts'
import { toSections } from '#kit/form/described-form.ts'

const picks = {
  random: m.random,
  local: m.local,
  hash_topic: m.hashTopic,
  hash_clientid: m.hashClientId,
}
const strategies = {
  random: m.random,
  round_robin: m.roundRobin,
  round_robin_per_group: m.roundRobinPerGroup,
  sticky: m.sticky,
  local: m.local,
  hash_topic: m.hashTopic,
  hash_clientid: m.hashClientId,
}
const certParts = {
  disabled: m.off,
  cn: m.commonName,
  dn: m.distinguishedName,
  crt: m.wholeCert,
  pem: m.wholePem,
  md5: m.md5,
}

/** The sections for `mqtt` of the global zone without the session settings (specification §3, §9). */
export const generalSections = toSections(mqttSettings, [
  {
    id: 'limits',
    title: m.limits,
    fields: [
      {
        path: 'max_packet_size',
        label: m.maxPacketSize,
        help: m.maxPacketSizeHelp,
        width: 4,
      },
      {
        path: 'max_clientid_len',
        label: m.maxClientIdLength,
        unit: m.bytes,
        width: 4,
      },
      {
        path: 'max_topic_levels',
        label: m.maxTopicLevels,
        help: m.maxTopicLevelsHelp,
        unit: m.levels,
        width: 4,
      },
      {
        path: 'max_topic_alias',
        label: m.maxTopicAlias,
        help: m.maxTopicAliasHelp,
      },
      {
        path: 'idle_timeout',
        label: m.idleTimeout,
        help: m.idleTimeoutHelp,
        wordLabel: m.never,
      },
    ],
  },
  {
    id: 'capabilities',
    title: m.capabilities,
    fields: [
      {
        path: 'max_qos_allowed',
        label: m.maxQos,
        options: { 0: 'QoS 0', 1: 'QoS 1', 2: 'QoS 2' },
        width: 3,
      },
      { path: 'retain_available', label: m.retainAvailable, width: 3 },
      { path: 'wildcard_subscription', label: m.wildcard, width: 3 },
      { path: 'shared_subscription', label: m.shared, width: 3 },
      {
        path: 'exclusive_subscription',
        label: m.exclusive,
        note: m.exclusiveNote,
      },
      {
        path: 'ignore_loop_deliver',
        label: m.ignoreLoop,
        note: m.ignoreLoopNote,
      },
      {
        path: 'strict_mode',
        label: m.strictMode,
        note: m.strictModeNote,
        isAdvanced: true,
      },
      {
        path: 'response_information',
        label: m.responseInformation,
        help: m.responseInformationHelp,
        isCode: true,
        isAdvanced: true,
      },
    ],
  },
  {
    id: 'shared',
    title: m.sharedDelivery,
    when: [{ path: 'shared_subscription', is: [true] }],
    fields: [
      {
        path: 'shared_subscription_strategy',
        label: m.strategy,
        help: m.strategyHelp,
        options: strategies,
      },
      {
        path: 'shared_subscription_initial_sticky_pick',
        label: m.stickyPick,
        options: picks,
        when: [{ path: 'shared_subscription_strategy', is: ['sticky'] }],
      },
    ],
  },
  {
    id: 'keep-alive',
    title: m.keepAlive,
    fields: [
      {
        path: 'keepalive_multiplier',
        label: m.keepaliveMultiplier,
        help: m.keepaliveMultiplierHelp,
      },
      {
        path: 'keepalive_check_interval',
        label: m.keepaliveCheck,
        help: m.keepaliveCheckHelp,
      },
      {
        path: 'server_keepalive',
        label: m.serverKeepalive,
        help: m.serverKeepaliveHelp,
        wordLabel: m.clientDecides,
        unit: m.seconds,
      },
      {
        path: 'message_expiry_interval',
        label: m.messageExpiry,
        help: m.messageExpiryHelp,
        wordLabel: m.never,
      },
    ],
  },
  {
    id: 'identity',
    title: m.identity,
    fields: [
      {
        path: 'use_username_as_clientid',
        label: m.usernameAsClientId,
        width: 4,
      },
      {
        path: 'peer_cert_as_username',
        label: m.certAsUsername,
        help: m.certHelp,
        options: certParts,
        width: 4,
      },
      {
        path: 'peer_cert_as_clientid',
        label: m.certAsClientId,
        help: m.certHelp,
        options: certParts,
        width: 4,
      },
      {
        path: 'client_attrs_init',
        label: m.attributes,
        help: m.attributesHelp,
        addLabel: m.addAttribute,
        uniqueBy: 'set_as_attr',
        duplicateMessage: m.duplicateAttribute,
        columns: [
          { path: 'set_as_attr', label: m.attribute, isRequired: true, isCode: true },
          { path: 'expression', label: m.expression, isRequired: true, isCode: true },
        ],
      },
      {
        path: 'clientid_override',
        label: m.clientIdOverride,
        help: m.clientIdOverrideHelp,
        wordLabel: m.off,
        isCode: true,
        isAdvanced: true,
      },
    ],
  },
])
