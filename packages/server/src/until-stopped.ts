/** Longest time from the signal to the end of the process. */
const deadline = 5_000

/** Resolves at the first SIGINT or SIGTERM; a second one, or the deadline, ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.on('SIGINT', () => process.exit(130))
      process.on('SIGTERM', () => process.exit(143))
      setTimeout(() => process.exit(1), deadline).unref()
      resolve()
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
}
