import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { Counters } from '#features/monitoring/broker-counters/read-metrics.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'
import classes from './metrics-page.module.css'

interface CounterNotesProps {
  readonly counters: Counters
  readonly nodes: readonly Node[]
}

/** Whose counters are missing from a sum. */
export function CounterNotes({ counters, nodes }: CounterNotesProps) {
  const stopped = nodes
    .filter(({ node_status: status }) => status === 'stopped')
    .map(({ node }) => visibleText(node))
  return (
    <>
      {stopped.length > 0 && <p className={classes['note']}>{m.stoppedNodes(stopped.join(', '))}</p>}
      {counters.failed.length > 0 && (
        <div role="alert" className={classes['note']}>
          {m.failedNodes}
          <ul>
            {counters.failed.map(({ node, reason }) => (
              <li key={node} className="mono">
                <Verbatim text={`${node}: ${reason}`} wrap />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
