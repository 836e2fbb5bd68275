import { chainColumns } from '#features/access/access-chain/chain-columns.tsx'
import { ChainTable } from '#features/access/access-chain/chain-table.tsx'
import { accessChain } from './access-chain.tsx'
import { useSources } from './use-sources.ts'

const columns = chainColumns(accessChain)

/** The sources that everything a client publishes and subscribes to goes through. */
export function SourcesPanel() {
  const query = useSources()
  return (
    <ChainTable
      chain={accessChain}
      query={query}
      columns={columns}
      columnsKey="authorizationTableColumns"
      exportName="authorization-sources"
    />
  )
}
