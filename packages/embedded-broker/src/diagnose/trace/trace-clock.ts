/** The world's time with microseconds that rise, so that lines of all nodes can be put into their order by it. */
export function traceClock(now: () => number): () => string {
  let last = 0
  let count = 0
  return () => {
    const time = Math.floor(now())
    count = time === last ? Math.min(count + 1, 999) : 0
    last = time
    return new Date(time).toISOString().replace('Z', `${String(count).padStart(3, '0')}+00:00`)
  }
}
