import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { parseByteSize } from '@brokerdeck/contract/scalars.ts'
import { sysTopicsSettings } from '@brokerdeck/contract/settings/broker-config.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { durableSessionsSettings, forceShutdownSettings } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import {
  disconnecting,
  mqttImpact,
  retainerImpact,
  shutdownImpact,
} from '#domain/configuration-impact/settings-impact.ts'
import { mqttSettings as m } from '#features/settings/messages/mqtt.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import { valueAt } from '#kit/form/form-value.ts'
import { type ApiDocument, type FormImpact, warnIf } from '#kit/form/shell/form-spec.ts'
import { allFields, fieldsOfSection } from '#kit/form/visibility.ts'
import { useGo, usePageParams } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { askBeforeSave, turnsOff } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { ZoneForm } from '#resource/endpoint-form/zone-form.tsx'
import { linkTo, type ParamsOf, routes } from '#routes/routes.ts'
import { generalSections } from './general-sections.ts'
import { retainerSections } from './retainer-sections.ts'
import { sessionSections } from './session-sections.ts'

type MqttTab = ParamsOf<'mqtt'>['tab']

const labels: Readonly<Record<MqttTab, string>> = {
  general: m.general,
  session: m.session,
  'session-persistence': m.durable,
  retainer: m.retainer,
  'system-topic': m.systemTopic,
  'force-shutdown': m.forceShutdown,
}
const tabs = routes.mqtt.params.tab.map((id) => ({ id, label: labels[id] }))

/** Edits the protocol settings, by the roots of the broker's configuration that hold them (specification §2: /mqtt). */
export function MqttSettingsPage() {
  const { tab } = usePageParams('mqtt')
  const go = useGo()
  const current = tabs.find(({ id }) => id === tab)?.id ?? 'general'
  return (
    <Page title={m.title} summary={m.summary}>
      <Tabs
        label={m.tabs}
        tabs={tabs}
        value={current}
        onChange={(id) => void go(linkTo('mqtt', { tab: id }), { replace: true })}
      >
        <SettingsTab key={current} tab={current} />
      </Tabs>
    </Page>
  )
}

function SettingsTab({ tab }: { readonly tab: MqttTab }) {
  switch (tab) {
    case 'general':
      return <MqttForm key="general" sections={generalSections} later={m.forNewConnections} />
    case 'session':
      return <MqttForm key="session" sections={sessionSections} later={m.forNewSessions} />
    case 'session-persistence':
      return <ZoneForm root="durable_sessions" sections={durableSections} impact={() => undefined} />
    case 'force-shutdown':
      return (
        <ZoneForm
          root="force_shutdown"
          sections={forceShutdownSections}
          impact={(now, before) => warnIf(now['enable'] === true, shutdownImpact(now, before))}
          beforeWrite={askBeforeShutdown}
        />
      )
    case 'retainer':
      return <RetainerForm />
    case 'system-topic':
      return (
        <EndpointForm
          sections={systemTopicSections}
          reads={configs.getSysTopics}
          given={{}}
          pickDocument={(answer) => answer}
          writes={configs.putSysTopics}
          toRequest={(document) => ({ body: parseBody(configs.putSysTopics.body, document) })}
          hasDefaults
        />
      )
  }
}

interface MqttFormProps {
  readonly sections: readonly Section[]
  /** Returns the sentence for the settings that take effect only for new connections or new sessions. */
  readonly later: (fields: string) => string
}

function MqttForm({ sections, later }: MqttFormProps) {
  return (
    <ZoneForm
      root="mqtt"
      sections={sections}
      impact={useMqttImpact(sections, later)}
      cautions={priorityCautions}
      beforeWrite={askBeforeSave(async (now, before) => {
        const texts = disconnecting(now, before)
        // The broker does not tell which clients these settings disconnect; if no client is connected, there are
        // none.
        const isIdle = texts.length === 0 || (await readConnected()) === 0
        return { interrupts: isIdle ? 'nothing' : 'connections', text: joinSentences(...texts) }
      })}
    />
  )
}

/** Resolves to undefined if the broker does not report the number. */
const readConnected = async (): Promise<number | undefined> =>
  (await request(monitor.current, {}).catch(() => undefined))?.live_connections

/** A missing limit and a limit of 0 both mean unlimited. */
const parseLimit = (size: unknown): number => parseByteSize(String(size)) || Number.POSITIVE_INFINITY

const hasLowerLimit = (now: ApiDocument, before: ApiDocument): boolean =>
  ['max_heap_size', 'max_mailbox_size'].some((path) => parseLimit(now[path]) < parseLimit(before[path]))

/** Only a narrower limit can disconnect clients that exceed it. */
const askBeforeShutdown = askBeforeSave(async (now, before) => {
  const isNarrower = now['enable'] === true && (before['enable'] !== true || hasLowerLimit(now, before))
  const isIdle = !isNarrower || (await readConnected()) === 0
  return { interrupts: isIdle ? 'nothing' : 'connections', text: shutdownImpact(now, before) }
})

/** Warns about topic filters: the queue compares whole topics, yet 5.8.9 accepts a filter. */
function priorityCautions({ mqueue_priorities: priorities }: ApiDocument): readonly FormFault[] {
  if (typeof priorities !== 'object' || priorities === null) return []
  const filters = Object.keys(priorities).filter((topic) => /(^|\/)[+#](\/|$)/.test(topic))
  const topics = filters.map((topic) => visibleText(topic, 80)).join(m.comma)
  return topics === '' ? [] : [{ path: 'mqueue_priorities', message: m.priorityWildcard(topics) }]
}

function RetainerForm() {
  return (
    <EndpointForm
      sections={retainerSections}
      reads={retainer.getSettings}
      given={{}}
      pickDocument={(answer) => answer}
      writes={retainer.putSettings}
      toRequest={(document) => ({ body: parseBody(retainer.putSettings.body, document) })}
      impact={(now, before) => warnIf(true, retainerImpact(now, before))}
      beforeWrite={askBeforeSave((now, before) => ({
        interrupts: turnsOff('enable', now, before) ? 'data' : 'nothing',
        text: retainerImpact(now, before),
      }))}
      hasDefaults
    />
  )
}

/** Describes the effect of a change of `mqtt` on clients, grouped by the time when each setting takes effect. */
function useMqttImpact(sections: readonly Section[], later: (fields: string) => string) {
  const { data } = useQuery(read(monitor.current, {}, { pollSeconds: 10 }))
  return (now: ApiDocument, before: ApiDocument): FormImpact => {
    const changed = allFields(sections.flatMap(fieldsOfSection)).filter(
      ({ path }) => JSON.stringify(valueAt(now, path)) !== JSON.stringify(valueAt(before, path)),
    )
    const words = { connected: data?.live_connections, comma: m.comma, later }
    const sentences = mqttImpact(changed, now, before, words).map((text) => <p key={text}>{text}</p>)
    return warnIf(disconnecting(now, before).length > 0, sentences)
  }
}

/** The sections for `force_shutdown` of the global zone. */
export const forceShutdownSections = toSections(forceShutdownSettings, [
  {
    id: 'shutdown',
    title: m.shutdown,
    note: m.shutdownNote,
    switch: 'enable',
    fields: [
      {
        path: 'max_heap_size',
        label: m.maxHeap,
        help: m.maxHeapHelp,
      },
      {
        path: 'max_mailbox_size',
        label: m.maxMailbox,
        help: m.maxMailboxHelp,
        unit: m.messages,
      },
    ],
  },
])

/** The sections for `durable_sessions` of the global zone. The broker enables or disables them when the nodes start. */
export const durableSections = toSections(durableSessionsSettings, [
  {
    id: 'durable',
    title: m.durableSection,
    note: m.durableNote,
    fields: [
      {
        path: 'enable',
        label: m.enable,
        readOnly: m.durableReadOnly,
      },
      {
        path: 'message_retention_period',
        label: m.retention,
        help: m.retentionHelp,
        units: ['m', 'h', 'd'],
      },
      {
        path: 'batch_size',
        label: m.batchSize,
        help: m.batchSizeHelp,
        unit: m.messages,
        width: 4,
      },
      {
        path: 'idle_poll_interval',
        label: m.idlePoll,
        units: ['ms', 's', 'm'],
        width: 4,
      },
      {
        path: 'heartbeat_interval',
        label: m.heartbeat,
        units: ['ms', 's', 'm'],
        width: 4,
      },
      { path: 'session_gc_interval', label: m.gcInterval },
      {
        path: 'session_gc_batch_size',
        label: m.gcBatch,
        unit: m.sessions,
      },
    ],
  },
])

const units = ['s', 'm'] as const

/** The sections for `GET /configs/sys_topics` (specification §3: system topics). */
export const systemTopicSections = toSections(sysTopicsSettings, [
  {
    id: 'intervals',
    title: m.intervals,
    note: m.intervalsNote,
    fields: [
      {
        path: 'sys_msg_interval',
        label: m.sysMessages,
        help: m.sysMessagesHelp,
        wordLabel: m.notPublished,
        units,
      },
      {
        path: 'sys_heartbeat_interval',
        label: m.sysHeartbeat,
        help: m.sysHeartbeatHelp,
        wordLabel: m.notPublished,
        units,
      },
    ],
  },
  {
    id: 'events',
    title: m.events,
    note: joinSentences(m.eventsNote, m.eventsMissing),
    fields: [
      {
        path: 'sys_event_messages.client_connected',
        label: m.clientConnected,
      },
      {
        path: 'sys_event_messages.client_disconnected',
        label: m.clientDisconnected,
      },
      {
        path: 'sys_event_messages.client_subscribed',
        label: m.clientSubscribed,
      },
      {
        path: 'sys_event_messages.client_unsubscribed',
        label: m.clientUnsubscribed,
      },
    ],
  },
])
