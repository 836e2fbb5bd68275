import classes from './sparkline.module.css'

/**
 * Returns the points of a line through the samples in a 100 × 100 box, lowest at the bottom; a flat line lies on the
 * ground.
 */
export function sparklinePoints(samples: readonly number[]): string {
  const lowest = Math.min(...samples)
  const height = Math.max(...samples) - lowest
  const last = Math.max(samples.length - 1, 1)
  return samples
    .map((sample, i) => {
      const y = height === 0 ? 100 : 100 - ((sample - lowest) / height) * 100
      return `${((i / last) * 100).toFixed(2)} ${y.toFixed(2)}`
    })
    .join('L')
}

/** Shows the recent course of a figure. Hidden from screen readers, because the figure and its chart say the same. */
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
