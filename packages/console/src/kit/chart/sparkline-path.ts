/** Points of a line through the samples in a 100 × 100 box, lowest at the bottom; a flat line lies on the ground. */
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
