import type { ConnectionContext } from './connection-context.ts'

/**
 * Calls `settle` once all decisions are known, synchronously if none of them is a promise. Meanwhile the client's
 * packets wait, and so does the end of its connection, because a client may publish and leave at once.
 */
export function afterAuthorization<Decision>(
  connection: ConnectionContext,
  decisions: readonly (Decision | Promise<Decision>)[],
  settle: (decided: readonly Decision[]) => void,
): void {
  const known = decisions.flatMap((one) => (one instanceof Promise ? [] : [one]))
  if (known.length === decisions.length) {
    settle(known)
    return
  }
  connection.wire.holdInput('with-end')
  Promise.all(decisions).then(
    (decided) => {
      connection.wire.releaseInput()
      if (!connection.isOver) connection.contain(() => settle(decided))
    },
    (error: unknown) => {
      connection.wire.releaseInput()
      connection.contain(() => {
        throw error
      })
    },
  )
}
