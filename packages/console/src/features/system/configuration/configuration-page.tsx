import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { configuration as m } from '../messages/cluster.ts'
import { ImportPanel } from './import-panel.tsx'
import { readConfig } from './import-plan.ts'
import { RunningPanel } from './running-panel.tsx'

const tabIds = ['running', 'import'] as const
const searchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(tabIds)), undefined),
  key: v.fallback(v.optional(v.string()), undefined),
})
const tabs = [
  { id: 'running', label: m.running },
  { id: 'import', label: m.import },
] as const

/** The configuration of the cluster as one text: to read, to keep, and to change by another text. */
export function ConfigurationPage() {
  const [{ tab = 'running', key }, setSearch] = useUrlSearch(searchSchema)
  const query = useQuery(read(configs.read, { query: {} }))
  const { data } = query
  const parsed = useMemo(() => {
    if (data === undefined) return undefined
    return readConfig(data)
  }, [data])

  let content: ReactNode = (
    <Panel label={m.title} padded>
      <Skeleton width="100%" />
    </Panel>
  )
  if (query.error !== null && parsed === undefined) {
    content = (
      <Panel label={m.title}>
        <ErrorState
          {...describeError(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </Panel>
    )
  } else if (parsed !== undefined && 'error' in parsed) {
    const { line, reason } = parsed.error
    content = (
      <Panel label={m.title}>
        <ErrorState title={m.unreadable} detail={m.unreadableAt(line, reason)} />
      </Panel>
    )
  } else if (parsed !== undefined) {
    content =
      tab === 'running' ? (
        <RunningPanel document={parsed.value} root={key} onRootChange={(next) => setSearch({ key: next })} />
      ) : (
        <ImportPanel running={parsed.value} />
      )
  }
  const count = parsed !== undefined && 'value' in parsed ? Object.keys(parsed.value).length : undefined
  return (
    <Page title={m.title} summary={count === undefined ? undefined : m.summary(count)}>
      <Tabs
        label={m.tabs}
        tabs={tabs}
        value={tab}
        onChange={(id) => setSearch({ tab: id === 'running' ? undefined : id })}
      >
        {content}
      </Tabs>
    </Page>
  )
}
