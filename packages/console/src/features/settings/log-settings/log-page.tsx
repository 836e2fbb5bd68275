import { configs } from '@brokerdeck/contract/settings/configs.ts'
import type { LogConfig } from '@brokerdeck/contract/settings/log-config.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { read } from '#api/query.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { Section } from '#kit/form/field.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { logImpact } from './log-impact.ts'
import { auditSections, consoleSections, fileSections, throttlingSections } from './log-sections.ts'
import { m } from './messages.ts'

const tabIds = ['console', 'file', 'throttling', 'audit'] as const
type TabId = (typeof tabIds)[number]

const labels: Readonly<Record<TabId, string>> = {
  console: m.console,
  file: m.file,
  throttling: m.throttling,
  audit: m.audit,
}

const sections: Readonly<Record<TabId, readonly Section[] | ((log: LogConfig) => readonly Section[])>> = {
  console: consoleSections,
  file: fileSections,
  throttling: throttlingSections,
  audit: auditSections,
}

const searchSchema = v.object({ tab: v.fallback(v.optional(v.picklist(tabIds)), undefined) })

/** Where the nodes log to, and how much. The audit log is there where the broker has one. */
export function LogPage() {
  const [{ tab = 'console' }, setSearch] = useUrlSearch(searchSchema)
  const { data: log } = useQuery(read(configs.getLog, {}))
  const offered = tabIds.filter((id) => id !== 'audit' || log?.audit !== undefined || tab === 'audit')
  const shown = tab === 'audit' && log !== undefined && log.audit === undefined ? 'console' : tab
  return (
    <Page title={m.title} summary={m.summary}>
      <Tabs
        label={m.tabs}
        tabs={offered.map((id) => ({ id, label: labels[id] }))}
        value={shown}
        onChange={(id) => setSearch({ tab: id === 'console' ? undefined : id })}
      >
        <EndpointForm
          key={shown}
          sections={sections[shown]}
          reads={configs.getLog}
          given={{}}
          documentOf={(answer) => answer}
          writes={configs.putLog}
          toRequest={(document) => ({ body: bodyFrom(configs.putLog.body, document) })}
          impact={logImpact}
          hasDefaults
        />
      </Tabs>
    </Page>
  )
}
