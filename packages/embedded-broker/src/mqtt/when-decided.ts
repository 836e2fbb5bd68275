import type { Verdict } from './access.ts'
import type { Conversation } from './conversation.ts'

/**
 * Goes on with all verdicts, at once where nobody has to be asked. What the client sends meanwhile waits, and so does
 * the end of its connection: a client may publish and leave.
 */
export function whenDecided(
  talk: Conversation,
  decisions: readonly (Verdict | Promise<Verdict>)[],
  settle: (verdicts: readonly Verdict[]) => void,
): void {
  const known = decisions.flatMap((one) => (one instanceof Promise ? [] : [one]))
  if (known.length === decisions.length) {
    settle(known)
    return
  }
  talk.wire.holdInput('with-end')
  void Promise.all(decisions).then((verdicts) => {
    talk.wire.releaseInput()
    if (!talk.isOver) settle(verdicts)
  })
}
