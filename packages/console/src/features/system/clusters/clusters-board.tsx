import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { type ClusterFigures, type NoFigures, readClusterSummary } from '#api/cluster-summary.ts'
import { closedMarks, clusters as m } from '#features/system/messages/clusters.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { environmentNames } from '#kit/page/environment.ts'
import { classNames } from '#lib/class-names.ts'
import { clusterPath, type OfferedCluster } from '#lib/console-config.ts'
import { visibleText } from '#lib/visible-text.ts'
import { BarePage } from '#ui/bare-page.tsx'
import { StatusShape } from '#ui/status.tsx'
import classes from './clusters-board.module.css'

const everyMs = 10_000

interface ClustersBoardProps {
  readonly home: string
  readonly all: readonly OfferedCluster[]
  /** The controls for language and theme. */
  readonly preferences: ReactNode
}

/** Lists all clusters of this console, each with the figures that are available here. */
export function ClustersBoard({ home, all, preferences }: ClustersBoardProps) {
  useEffect(() => {
    document.title = m.documentTitle
  }, [])
  return (
    <BarePage preferences={preferences} className={classes['main']}>
      <h1>{m.title}</h1>
      <p className={classes['summary']}>{m.summary(all.length)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is scrolled by keys too */}
      <section className={classes['wide']} aria-label={m.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {[m.cluster, m.state, m.version, m.session].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {[m.nodes, m.connections, m.received, m.sent, m.alarms].map((name) => (
                <th key={name} scope="col" className={classes['figure']}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((cluster) => (
              <ClusterRow key={cluster.name} cluster={cluster} path={clusterPath(home, cluster.name)} />
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes['hint']}>{m.hint}</p>
    </BarePage>
  )
}

function ClusterRow({ cluster, path }: { readonly cluster: OfferedCluster; readonly path: string }) {
  const { name, role, readOnly, closed = [] } = cluster
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => readClusterSummary(path, signal),
    refetchInterval: everyMs,
  })
  const figures = typeof data?.figures === 'object' ? data.figures : undefined
  const isAway = data?.problem !== undefined
  return (
    <tr>
      <th scope="row">
        <a href={path}>{visibleText(name)}</a>
        {role !== undefined && (
          <span className={classNames(classes['pill'], classes[role])}>{environmentNames[role]}</span>
        )}
        {readOnly && <span className={classes['pill']}>{m.readOnly}</span>}
        {closed.map((what) => (
          <span key={what} className={classes['pill']}>
            {closedMarks[what]}
          </span>
        ))}
      </th>
      <td>
        <span className={classes['state']}>
          <StatusShape kind={data === undefined ? 'connecting' : isAway ? 'bad' : 'ok'} coloured />
          {data === undefined ? m.asking : isAway ? m.away : m.answers}
        </span>
        {data?.problem !== undefined && (
          <span className={classes['reason']}>{visibleText(data.problem, 300)}</span>
        )}
      </td>
      <td>{data?.version ?? '—'}</td>
      <td>{sessionWords(data?.figures)}</td>
      {buildCells(figures).map(({ id, text, isBad }) => (
        <td key={id} className={classNames(classes['figure'], isBad && classes['bad'])}>
          {text}
        </td>
      ))}
    </tr>
  )
}

const noFigures: Readonly<Record<NoFigures, string>> = {
  'signed-out': m.signedOut,
  expired: m.expired,
  unreadable: m.unreadable,
}

function sessionWords(figures: ClusterFigures | NoFigures | undefined): string {
  if (figures === undefined) return '—'
  return typeof figures === 'string' ? noFigures[figures] : visibleText(figures.username, 80)
}

interface Cell {
  readonly id: string
  readonly text: string
  readonly isBad?: boolean
}

/** Returns the cells; unknown figures are shown as a dash, not as zero. */
function buildCells(figures: ClusterFigures | undefined): readonly Cell[] {
  const text = (of: (known: ClusterFigures) => string) => (figures === undefined ? '—' : of(figures))
  return [
    {
      id: 'nodes',
      text: text(({ running, nodes }) => `${formatNumber(running)} / ${formatNumber(nodes)}`),
      isBad: figures !== undefined && figures.running < figures.nodes,
    },
    { id: 'connections', text: text(({ connections }) => formatNumber(connections)) },
    { id: 'received', text: text(({ received }) => formatRate(received)) },
    { id: 'sent', text: text(({ sent }) => formatRate(sent)) },
    { id: 'alarms', text: text(({ alarms }) => formatNumber(alarms)), isBad: (figures?.alarms ?? 0) > 0 },
  ]
}
