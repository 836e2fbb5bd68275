import type { ConnectionContext } from './connection-context.ts'

/**
 * Goes on with all that is decided, at once where nobody has to be asked. What the client sends meanwhile waits, and so does
 * the end of its connection: a client may publish and leave.
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
