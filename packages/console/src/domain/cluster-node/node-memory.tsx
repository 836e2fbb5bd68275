import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { Meter } from '#ui/meter.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { levelOf, memoryUse } from './memory-use.ts'
import { clusterNode as m } from './messages.ts'
import classes from './node-memory.module.css'
import { isRunning } from './node-versions.ts'
import type { ClusterNode } from './seen-nodes.ts'

/** Memory of the machine that a node runs on, used by whatever runs there. */
export function NodeMemory({ node }: { readonly node: ClusterNode }) {
  const use = isRunning(node) ? memoryUse(node) : undefined
  if (!use) return <span className="dim">—</span>
  const level = levelOf(use.share)
  return (
    <Tooltip label={m.memoryOf(formatBytes(use.used), formatBytes(use.total))} className={classes['memory']}>
      <Meter value={use.share} label={m.memory} level={level} />
      <span className={classes[level]}>{formatNumber(use.share * 100, 0)} %</span>
    </Tooltip>
  )
}
