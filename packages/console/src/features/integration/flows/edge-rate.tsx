import { EdgeLabelRenderer, useStore } from '@xyflow/react'
import { formatRate } from '#i18n/format-number.ts'
import { flows as m } from '../messages/flows.ts'
import { useKnownRuleRates } from './flow-rates.ts'
import classes from './flows.module.css'

/** Smaller figures cannot be read. */
const readable = 0.8

interface EdgeRateProps {
  readonly rule: string
  readonly tells: 'matched' | 'passed'
  readonly x: number
  readonly y: number
}

/** How much flows there, as long as it can be read. */
export function EdgeRate({ rule, tells, x, y }: EdgeRateProps) {
  const isReadable = useStore(({ transform: [, , zoom] }) => zoom >= readable)
  const rates = useKnownRuleRates(rule)
  const rate = tells === 'matched' ? rates?.counted['matched.rate'] : rates?.per?.('passed')
  if (!isReadable || rate === undefined || rate === 0) return null
  return (
    <EdgeLabelRenderer>
      <span
        className={classes['rate']}
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
      >
        {m.rate(formatRate(rate))}
      </span>
    </EdgeLabelRenderer>
  )
}
