import type { DashboardConfig } from '@brokerdeck/contract/settings/broker-config.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import * as v from 'valibot'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { Section } from '#kit/form/field.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { dashboardImpact } from './dashboard-impact.ts'
import { accessSections, httpSections, httpsSections } from './dashboard-sections.ts'
import { m } from './messages.ts'

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
