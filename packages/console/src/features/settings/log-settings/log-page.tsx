import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { type LogConfig, logConfigSchema } from '@brokerdeck/contract/settings/log-config.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { read } from '#api/query.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { logSettings as m } from '../messages/broker.ts'
import { auditSections, consoleSections, fileSections, throttlingSections } from './log-sections.ts'

const handlers = ({ console, file }: LogConfig) => [console, ...Object.values(file)]

const chatty: readonly string[] = ['debug', 'all']

const chattyCount = (log: LogConfig) =>
  handlers(log).filter(({ enable, level }) => enable && chatty.includes(level)).length

const pathsOf = (log: LogConfig) => Object.values(log.file).map(({ path }) => path)

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

/** What the change of a log means for the nodes. */
function logImpact(document: ApiDocument, before: ApiDocument): string | undefined {
  const [now, was] = [v.safeParse(logConfigSchema, document), v.safeParse(logConfigSchema, before)]
  if (!now.success || !was.success) return undefined
  if (chattyCount(now.output) > chattyCount(was.output)) return m.impactDebug
  if (!handlers(now.output).some(({ enable }) => enable)) return m.impactQuiet
  const isMoved = pathsOf(now.output).some((path) => !pathsOf(was.output).includes(path))
  return isMoved ? m.impactFile : m.impactNone
}
