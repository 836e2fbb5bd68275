import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '#api/query.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { ZoneForm } from '#domain/endpoint-form/zone-form.tsx'
import type { FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { valueAt } from '#kit/form/values-at.ts'
import { allFields, fieldsOfSection } from '#kit/form/visibility.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { type MqttTab, mqttTabs, paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { mqttSettings as m } from '../messages/mqtt.ts'
import { durableSections } from './durable-sections.ts'
import { forceShutdownSections } from './force-shutdown-sections.ts'
import { generalSections } from './general-sections.ts'
import { retainerSections } from './retainer-sections.ts'
import { sessionSections } from './session-sections.ts'
import { systemTopicSections } from './system-topic-sections.ts'

/** Seen on 5.8.9: looked up at each packet, so that clients that are connected are under them at once. */
const atOnce: ReadonlySet<string> = new Set([
  'max_topic_levels',
  'wildcard_subscription',
  'shared_subscription',
  'shared_subscription_strategy',
  'shared_subscription_initial_sticky_pick',
  'exclusive_subscription',
  'retain_available',
  'max_qos_allowed',
  'ignore_loop_deliver',
])

const labels: Readonly<Record<MqttTab, string>> = {
  general: m.general,
  session: m.session,
  'session-persistence': m.durable,
  retainer: m.retainer,
  'system-topic': m.systemTopic,
  'force-shutdown': m.forceShutdown,
}
const tabs = mqttTabs.map((id) => ({ id, label: labels[id] }))

/** Settings of the protocol, by the roots of the broker's configuration that hold them (specification §2: /mqtt). */
export function MqttSettingsPage() {
  const { tab }: { tab?: string } = useParams({ strict: false })
  const navigate = useNavigate()
  const current = tabs.find(({ id }) => id === tab)?.id ?? 'general'
  return (
    <Page title={m.title} summary={m.summary}>
      <Tabs
        label={m.tabs}
        tabs={tabs}
        value={current}
        onChange={(id) => void navigate({ to: paths.mqtt(id), replace: true })}
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
      return <ZoneForm root="force_shutdown" sections={forceShutdownSections} impact={shutdownImpact} />
    case 'retainer':
      return <RetainerForm />
    case 'system-topic':
      return (
        <EndpointForm
          sections={systemTopicSections}
          reads={configs.getSysTopics}
          given={{}}
          documentOf={(answer) => answer}
          writes={configs.putSysTopics}
          toRequest={(document) => ({ body: bodyFrom(configs.putSysTopics.body, document) })}
          hasDefaults
        />
      )
  }
}

interface MqttFormProps {
  readonly sections: readonly Section[]
  /** When the settings count that connected clients were not asked about. */
  readonly later: (fields: string) => string
}

function MqttForm({ sections, later }: MqttFormProps) {
  const impact = useMqttImpact(sections, later)
  return <ZoneForm root="mqtt" sections={sections} impact={impact} cautions={priorityCautions} />
}

/** The queue compares topics whole; 5.8.9 takes a filter all the same. */
function priorityCautions({ mqueue_priorities: priorities }: ApiDocument): readonly FormFault[] {
  if (typeof priorities !== 'object' || priorities === null) return []
  const filters = Object.keys(priorities).filter((topic) => /(^|\/)[+#](\/|$)/.test(topic))
  const topics = filters.map((topic) => visibleText(topic, 80)).join(m.comma)
  return topics === '' ? [] : [{ path: 'mqueue_priorities', message: m.priorityWildcard(topics) }]
}

function shutdownImpact({ enable }: ApiDocument, before: ApiDocument): string | undefined {
  if (enable === true) return m.shutdownImpact
  return before['enable'] === true ? m.shutdownOff : undefined
}

function RetainerForm() {
  return (
    <EndpointForm
      sections={retainerSections}
      reads={retainer.getSettings}
      given={{}}
      documentOf={(answer) => answer}
      writes={retainer.putSettings}
      toRequest={(document) => ({ body: bodyFrom(retainer.putSettings.body, document) })}
      impact={({ enable, backend }, before) => {
        if (enable === false && before['enable'] === true) return m.retainerImpact
        return JSON.stringify(backend) === JSON.stringify(before['backend']) ? undefined : m.storageImpact
      }}
      hasDefaults
    />
  )
}

/** What a change of `mqtt` means for clients, by the moment from which each setting counts. */
function useMqttImpact(sections: readonly Section[], later: (fields: string) => string) {
  const { data } = useQuery(read(monitor.current, {}, { pollSeconds: 10 }))
  return (now: ApiDocument, before: ApiDocument): ReactNode => {
    const changed = allFields(sections.flatMap(fieldsOfSection)).filter(
      ({ path }) => JSON.stringify(valueAt(now, path)) !== JSON.stringify(valueAt(before, path)),
    )
    const named = (isNow: boolean) =>
      changed.filter(({ path }) => atOnce.has(path) === isNow).map(({ label }) => label)
    const [immediate, coming] = [named(true), named(false)]
    const noRetained = now['retain_available'] === false && before['retain_available'] === true
    const lowerQos = Number(now['max_qos_allowed']) < Number(before['max_qos_allowed'])
    return (
      <>
        {immediate.length > 0 && <p>{m.atOnce(immediate.join(m.comma), data?.live_connections)}</p>}
        {noRetained && <p>{m.retainedDisconnects}</p>}
        {lowerQos && <p>{m.qosDisconnects(Number(now['max_qos_allowed']))}</p>}
        {coming.length > 0 && <p>{later(coming.join(m.comma))}</p>}
      </>
    )
  }
}
