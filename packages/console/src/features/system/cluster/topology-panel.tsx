import { type CoreNode, cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { clusterNode as nodeWords } from '#domain/cluster-node/messages.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { cluster as m } from '../messages/cluster.ts'
import classes from './topology-panel.module.css'

/** Who follows whom: core nodes with their replicants below them. */
export function TopologyPanel() {
  const query = useQuery(read(cluster.topology, {}, { pollSeconds: 10 }))
  return (
    <Panel title={m.topology} caption={m.topologyCaption} padded>
      {query.data ? (
        <ul className={classes['cores']}>
          {query.data.map((core) => (
            <Core key={core.core_node} core={core} />
          ))}
        </ul>
      ) : query.error ? (
        <ErrorState
          {...describeError(query.error)}
          title={m.topologyFailed}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Skeleton height={64} />
      )}
    </Panel>
  )
}

function Core({ core: { core_node: name, replicant_nodes: replicants } }: { readonly core: CoreNode }) {
  return (
    <li>
      <NodeLink node={name} /> <span className="dim">{nodeWords.core}</span>
      {replicants.length === 0 ? (
        <span className={classes['none']}>{m.noReplicants}</span>
      ) : (
        <ul className={classes['replicants']} aria-label={m.replicantsOf(visibleText(name))}>
          {replicants.map(({ node, streams }) => (
            <li key={node}>
              <NodeLink node={node} /> <span className="dim">{nodeWords.replicant}</span>
              {streams !== undefined && <span className="dim"> {m.streams(formatNumber(streams))}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function NodeLink({ node }: { readonly node: string }) {
  return (
    <Link to={paths.node(node)} className="mono">
      <Verbatim text={node} />
    </Link>
  )
}
