import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { type BrokerPort, isWebSocket } from '#domain/mqtt-link/broker-port.ts'
import { canHash, scramMethods } from '#domain/mqtt-link/enhanced/scram-methods.ts'
import { hasTunnel } from '#domain/mqtt-link/link-address.ts'
import type { LinkPhase } from '#domain/mqtt-link/link-state.ts'
import { useBrokerPorts } from '#domain/mqtt-link/use-broker-ports.ts'
import { connectionForm as m, testClient as words } from '#features/diagnose/messages/test-client.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { FormDrawer } from '#kit/form/shell/form-drawer.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { connectionFaults, documentToDraft, draftToDocument } from './connection-document.ts'
import classes from './connection-drawer.module.css'
import { identitySection, sessionSection, userPropertiesField } from './session-sections.ts'

const other = [{ path: 'enhanced.method', is: ['other'] }] as const

/**
 * Builds the section for enhanced authentication (MQTT 5 §4.12); SCRAM uses the username and password of the section
 * above.
 */
const createEnhancedSection = (canHash: boolean): Section => ({
  id: 'enhanced',
  title: m.enhancedSection,
  when: [{ path: 'version', is: ['5'] }],
  fields: [
    {
      kind: 'select',
      path: 'enhanced.method',
      label: m.enhancedMethod,
      help: canHash ? m.enhancedHelp : m.enhancedNeedsHttps,
      options: [
        { value: 'none', label: m.enhancedNone },
        ...scramMethods.map((method) => ({ value: method, label: method })),
        { value: 'other', label: m.enhancedOther },
      ],
    },
    {
      kind: 'text',
      path: 'enhanced.name',
      label: m.methodName,
      isCode: true,
      isRequired: true,
      requiredMessage: m.pleaseEnter,
      when: other,
    },
    {
      kind: 'lines',
      path: 'enhanced.data',
      label: m.methodData,
      help: m.methodDataHelp,
      isCode: true,
      rows: 2,
      width: 12,
      when: other,
    },
    {
      kind: 'select',
      path: 'enhanced.encoding',
      label: m.methodEncoding,
      when: other,
      options: [
        { value: 'text', label: m.text },
        { value: 'hex', label: m.hex },
        { value: 'base64', label: m.base64 },
      ],
    },
  ],
})

const five = [{ path: 'version', is: ['5'] }] as const

const advanced = { when: five, isAdvanced: true, isOmittedEmpty: true } as const

const seconds = { min: 0, max: 0xffffffff, unit: m.seconds } as const

/** The section for the will (MQTT 5 §3.1.3.2, MQTT 3.1.1 §3.1.2.5). */
const willSection: Section = {
  id: 'will',
  title: m.willSection,
  note: m.willNote,
  switch: 'will.enable',
  fields: [
    { kind: 'topic', path: 'will.topic', label: m.willTopic, isFilter: false, isRequired: true, width: 12 },
    { kind: 'lines', path: 'will.payload', label: m.willPayload, isCode: true, rows: 3, width: 12 },
    {
      kind: 'select',
      path: 'will.encoding',
      label: m.willEncoding,
      options: [
        { value: 'text', label: m.text },
        { value: 'hex', label: m.hex },
        { value: 'base64', label: m.base64 },
      ],
    },
    {
      kind: 'select',
      path: 'will.qos',
      label: m.qos,
      width: 3,
      options: [0, 1, 2].map((value) => ({ value, label: String(value) })),
    },
    { kind: 'toggle', path: 'will.retain', label: m.retain, width: 3 },
    {
      ...advanced,
      ...seconds,
      kind: 'number',
      path: 'will.delay',
      label: m.willDelay,
      help: m.willDelayHelp,
    },
    { ...advanced, ...seconds, kind: 'number', path: 'will.expiry', label: m.willExpiry },
    { kind: 'toggle', path: 'will.isText', label: m.isText, when: five, isAdvanced: true, default: false },
    { ...advanced, kind: 'text', path: 'will.contentType', label: m.contentType },
    { ...advanced, kind: 'topic', path: 'will.responseTopic', label: m.responseTopic, isFilter: false },
    { ...advanced, kind: 'text', path: 'will.correlationData', label: m.correlationData, isCode: true },
    userPropertiesField('will.userProperties'),
  ],
}

interface ConnectionDrawerProps {
  readonly connection: TestConnection
  readonly onClose: () => void
}

const isMade: readonly LinkPhase[] = ['connected', 'disconnecting']

/** Edits all settings that a connection is made with. */
export function ConnectionDrawer({ connection, onClose }: ConnectionDrawerProps) {
  const { name, settings, state, hasPassword } = connection.facts.get()
  const known = useQuery(read(nodes.list, {}))
  const listeners = (useBrokerPorts() ?? []).filter(isWebSocket)
  const isEmbedded = consoleConfig().mode === 'embedded'
  const running = (known.data ?? []).filter(({ node_status: status }) => status === 'running')
  const named = name === '' ? words.defaultConnection : name
  return (
    <FormDrawer
      title={m.title}
      submitLabel={m.save}
      onClose={onClose}
      plan={{
        sections: [
          addressSection(isEmbedded ? running.map(({ node }) => node) : []),
          identitySection,
          createEnhancedSection(canHash()),
          sessionSection,
          willSection,
        ],
        document: draftToDocument({ name: named, settings, password: connection.password }),
        isNew: !hasPassword,
        plan: () => undefined,
        check: connectionFaults,
        apply: async (document) => {
          const draft = documentToDraft(document, settings)
          connection.rename(draft.name === words.defaultConnection ? '' : draft.name)
          connection.configure(draft.settings, draft.password)
          // A connection that failed with the old settings is retried with the new ones.
          if (connection.facts.get().state.phase !== 'disconnected') connection.connect()
          return { kind: 'applied' }
        },
        lockedReason: isMade.includes(state.phase) ? m.lockedWhy : undefined,
      }}
      head={(next, fill) =>
        listeners.length > 0 && (
          <div className={classes['listeners']}>
            <p className="small support">{m.fillFrom}</p>
            {listeners.map(({ id, type, host, port, path = '/mqtt', isRunning }) => (
              <Button
                key={`${id} ${port}`}
                size="small"
                onClick={() =>
                  fill({
                    ...settings,
                    ...next,
                    via: 'direct',
                    host: host ?? location.hostname,
                    port,
                    path,
                    tls: type === 'wss',
                  })
                }
              >
                {listenerWords({ id, port, path, isRunning })}
              </Button>
            ))}
          </div>
        )
      }
    />
  )
}

/** Formats a listener's label. A stopped listener can be chosen before it is started, and is marked. */
function listenerWords({
  id,
  port,
  path = '',
  isRunning,
}: Pick<BrokerPort, 'id' | 'port' | 'path' | 'isRunning'>) {
  const words = m.listener(visibleText(id, 40), String(port), visibleText(path, 40))
  return isRunning ? words : m.stoppedListener(words)
}

const direct = [{ path: 'via', is: ['direct'] }] as const

/**
 * Builds the section for the address. Only the embedded broker offers a choice of nodes; a cluster is reached at one
 * address.
 */
export function addressSection(nodes: readonly string[]): Section {
  const hasNodes = nodes.length > 1
  return {
    id: 'address',
    title: m.addressSection,
    fields: [
      {
        kind: 'text',
        path: 'name',
        label: m.name,
        isRequired: true,
        requiredMessage: m.pleaseEnter,
        maxLength: 64,
      },
      {
        kind: 'select',
        path: 'via',
        label: m.via,
        options: [
          ...(hasTunnel() ? [{ value: 'tunnel', label: m.viaTunnel, help: m.viaHelp }] : []),
          { value: 'direct', label: m.viaDirect, help: m.viaDirectHelp },
        ],
      },
      ...(hasNodes ? [nodeField(nodes)] : []),
      {
        kind: 'text',
        path: 'host',
        label: m.host,
        isCode: true,
        isRequired: true,
        requiredMessage: m.pleaseEnter,
        pattern: { regex: /^\S+$/, message: m.hostHasBlank },
        when: direct,
      },
      {
        kind: 'number',
        path: 'port',
        label: m.port,
        isRequired: true,
        requiredMessage: m.pleaseEnter,
        when: direct,
        width: 3,
      },
      { kind: 'text', path: 'path', label: m.path, isCode: true, when: direct, width: 3 },
      { kind: 'toggle', path: 'tls', label: m.tls, help: m.tlsHelp, when: direct },
    ],
  }
}

const nodeField = (nodes: readonly string[]): Field => ({
  kind: 'select',
  path: 'node',
  label: m.node,
  when: [{ path: 'via', is: ['tunnel'] }],
  options: [
    { value: '', label: m.anyNode },
    ...nodes.map((node) => ({ value: node, label: visibleText(node, 80) })),
  ],
})
