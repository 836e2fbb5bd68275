import type { Conversation } from './conversation.ts'

/**
 * Goes on with all that is decided, at once where nobody has to be asked. What the client sends meanwhile waits, and so does
 * the end of its connection: a client may publish and leave.
 */
export function whenDecided<Decision>(
  talk: Conversation,
  decisions: readonly (Decision | Promise<Decision>)[],
  settle: (decided: readonly Decision[]) => void,
): void {
  const known = decisions.flatMap((one) => (one instanceof Promise ? [] : [one]))
  if (known.length === decisions.length) {
    settle(known)
    return
  }
  talk.wire.holdInput('with-end')
  Promise.all(decisions).then(
    (decided) => {
      talk.wire.releaseInput()
      if (!talk.isOver) talk.contain(() => settle(decided))
    },
    (error: unknown) => {
      talk.wire.releaseInput()
      talk.contain(() => {
        throw error
      })
    },
  )
}
