import { formatNumber } from '#i18n/format-number.ts'
import classes from './node-load.module.css'
import { isRunning } from './node-versions.ts'
import type { ClusterNode } from './seen-nodes.ts'

/** Load averages of 1, 5 and 15 minutes; all zero means that the system does not tell. */
export function NodeLoad({ node }: { readonly node: ClusterNode }) {
  const loads = isRunning(node) ? [node.load1, node.load5, node.load15] : []
  if (loads.every((load) => load === 0)) return <span className="dim">—</span>
  return (
    <span className={classes['load']}>
      {loads.map((load, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: 1, 5 and 15 minutes, always these three
        <span key={i}>{formatNumber(load, 2)}</span>
      ))}
    </span>
  )
}
