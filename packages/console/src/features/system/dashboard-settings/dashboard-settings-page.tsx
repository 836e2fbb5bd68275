import { parseDuration } from '@brokerdeck/contract/duration.ts'
import { type DashboardConfig, dashboardConfigSchema } from '@brokerdeck/contract/settings/broker-config.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import * as v from 'valibot'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { formatDuration } from '#i18n/format-time.ts'
import type { Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { dashboardSettings as m } from '../messages/console.ts'
import { accessSections, httpSections, httpsSections } from './dashboard-sections.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const withoutTls = (listener: object | undefined) => ({ ...listener, ssl_options: undefined })

const isOff = (bind: string | number | undefined) => bind === undefined || String(bind) === '0'

const tabIds = ['access', 'http', 'https'] as const
type TabId = (typeof tabIds)[number]

const sections: Readonly<
  Record<TabId, readonly Section[] | ((dashboard: DashboardConfig) => readonly Section[])>
> = { access: accessSections, http: httpSections, https: httpsSections }

const searchSchema = v.object({ tab: v.fallback(v.optional(v.picklist(tabIds)), undefined) })

/** Through what the API is reached, this console's requests included, and how long a login lasts. */
export function DashboardSettingsPage() {
  const [{ tab = 'access' }, setSearch] = useUrlSearch(searchSchema)
  return (
    <Page title={m.title} summary={m.summary}>
      <Tabs
        label={m.tabs}
        tabs={tabIds.map((id) => ({ id, label: m[id] }))}
        value={tab}
        onChange={(id) => setSearch({ tab: id === 'access' ? undefined : id })}
      >
        <EndpointForm
          key={tab}
          sections={sections[tab]}
          reads={configs.getDashboard}
          given={{}}
          documentOf={(answer) => answer}
          writes={configs.putDashboard}
          toRequest={(document) => ({ body: bodyFrom(configs.putDashboard.body, document) })}
          impact={dashboardImpact}
          hasDefaults
        />
      </Tabs>
    </Page>
  )
}

/** By what this very page reaches the broker. */
function throughWhat(): string {
  const { routing } = consoleConfig()
  return routing === 'browser' ? m.viaServer : m.viaBrowser(location.origin)
}

/** What the change does to those who are connected, this console first of all. */
function dashboardImpact(document: ApiDocument, before: ApiDocument): string | undefined {
  const [now, was] = [document, before].map((one) => v.safeParse(dashboardConfigSchema, one))
  if (!now?.success || !was?.success) return undefined
  const { listeners, token_expired_time: life } = now.output
  const words: string[] = []
  if (life !== was.output.token_expired_time) words.push(m.impactLife(formatDuration(parseDuration(life))))
  const { http, https } = listeners
  const { http: httpBefore, https: httpsBefore } = was.output.listeners
  const isMoved = !isSame(http, httpBefore) || !isSame(withoutTls(https), withoutTls(httpsBefore))
  if (isMoved || !isSame(https, httpsBefore)) {
    if (consoleConfig().mode === 'embedded') words.push(m.embedded)
    else if (isOff(http?.bind) && isOff(https?.bind)) words.push(m.impactCut)
    else words.push(isMoved ? m.impactListener : m.impactTls, throughWhat())
  }
  return words.length === 0 ? m.impactApi : words.join(' ')
}
