import { authorization } from '@brokerdeck/contract/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { chainColumns } from '#domain/access-chain/chain-columns.tsx'
import { ChainTable } from '#domain/access-chain/chain-table.tsx'
import { Status } from '#ui/status.tsx'
import { accessChain } from './access-chain.tsx'
import { m } from './messages.ts'
import { useSources } from './use-sources.ts'

const columns = chainColumns(accessChain)

/** The sources that everything a client publishes and subscribes to goes through. */
export function SourcesPanel() {
  const query = useSources()
  return (
    <>
      {query.rows?.every(({ item }) => !item.enable) === true && <NothingAsked />}
      <ChainTable
        chain={accessChain}
        query={query}
        columns={columns}
        columnsKey="authorizationTableColumns"
        exportName="authorization-sources"
      />
    </>
  )
}

/** What it means that nothing is asked depends on what no source decides. */
function NothingAsked() {
  const { data } = useQuery(read(authorization.settings, {}))
  if (data === undefined) return null
  return <Status kind="warn">{data.no_match === 'allow' ? m.noneAllow : m.noneDeny}</Status>
}
