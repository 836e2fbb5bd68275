import type { Conversation } from './conversation.ts'

const sliceLength = 500

/**
 * Takes many things of one packet some at a time, so that others are served in between; what the client sends meanwhile
 * waits. Ends without a word when the connection does.
 */
export function inSlices<Item>(
  talk: Conversation,
  items: readonly Item[],
  take: (slice: readonly Item[], goOn: () => void) => void,
  done: () => void = () => undefined,
): void {
  let at = 0
  const next = () => {
    if (at >= items.length) {
      done()
      return
    }
    const slice = items.slice(at, at + sliceLength)
    at += slice.length
    take(slice, at < items.length ? later : next)
  }
  const later = () => {
    talk.wire.holdInput('with-end')
    setImmediate(() => {
      talk.wire.releaseInput()
      if (!talk.isOver) next()
    })
  }
  next()
}
