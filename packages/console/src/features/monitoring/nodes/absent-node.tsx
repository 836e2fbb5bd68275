import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#api/query.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { m } from './messages.ts'

/** The broker says "not found" for a stopped node as for one that never was; the list of nodes knows better. */
export function AbsentNode({ node }: { readonly node: string }) {
  const { data, isPending } = useQuery(read(nodes.list, {}, { pollSeconds: 10 }))
  const isStopped = data?.some((each) => each.node === node && each.node_status === 'stopped')
  const name = visibleText(node)
  return (
    <Panel label={name} padded>
      {isPending ? (
        <Skeleton height={96} />
      ) : (
        <EmptyState
          title={isStopped ? m.stoppedTitle(name) : m.unknownTitle(name)}
          action={<Link to={paths.nodes()}>{m.toNodes}</Link>}
        >
          {isStopped ? m.stoppedText : m.unknownText}
        </EmptyState>
      )}
    </Panel>
  )
}
