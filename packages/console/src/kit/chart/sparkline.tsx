import classes from './sparkline.module.css'
import { sparklinePoints } from './sparkline-path.ts'

/** The recent course of a figure. Decorative for a screen reader: the figure and its chart say the same. */
export function Sparkline({ samples }: { readonly samples: readonly number[] }) {
  if (samples.length < 2) return null
  const points = sparklinePoints(samples)
  return (
    <svg className={classes['sparkline']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={classes['area']} d={`M${points}L100 100L0 100z`} />
      <path className={classes['line']} d={`M${points}`} />
    </svg>
  )
}
