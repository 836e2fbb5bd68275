import { use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import {
  type MessageCapture,
  SharedCapture,
  useSharedCapture,
} from '#domain/mqtt-link/capture/use-message-capture.ts'
import {
  exampleContext,
  type LabMessage,
  type MessageOrigin,
  mostCharacters,
  mostMessages,
  toCapturedContext,
} from './lab-message.ts'
import { type HeldMessages, MessageShelf, MessageShelfContext } from './message-shelf.ts'

export interface LabMessages {
  /** The messages without the example. */
  readonly kept: readonly LabMessage[]
  /** The message to test with: one of the kept messages, or the example. */
  readonly chosen: LabMessage
  /** The number of messages that were dropped because there were too many. */
  readonly dropped: number
  /** The capture that adds messages. */
  readonly capture: MessageCapture
  choose(id: number): void
  add(origin: MessageOrigin, contexts: readonly string[]): void
  /** Edits the chosen message; an example becomes a kept message. */
  edit(context: string): void
  remove(id: number): void
  removeAll(): void
}

/** Holds the test messages while the page is open. Without any, an example of the first source in FROM is used. */
export function useLabMessages(sql: string, before?: string): LabMessages {
  const shared = use(MessageShelfContext)
  const [own] = useState(() => new MessageShelf(begun(before)))
  const shelf = shared ?? own
  useEffect(() => () => own.close(), [own])
  const capture = useSharedCapture(shelf.shareCapture(() => captureInto(shelf)))
  const held = useSyncExternalStore(shelf.subscribe, shelf.current)
  const context = useMemo(() => exampleContext(sql), [sql])
  const example = useMemo(
    () => ({ id: held.exampleId, at: 0, origin: 'example', context }) as const,
    [held.exampleId, context],
  )
  const chosen = held.kept.find(({ id }) => id === held.chosenId) ?? held.kept.at(-1) ?? example
  const become = (by: (now: HeldMessages) => HeldMessages) => shelf.change(by(shelf.current()))
  return {
    kept: held.kept,
    dropped: held.dropped,
    chosen,
    capture,
    add(origin, contexts) {
      const at = Date.now()
      const added = contexts.map((one) => ({ id: nextMessageId(), origin, context: one, at }))
      become((now) => withAdded(now, added, added[0]?.id))
    },
    choose: (chosenId) => become((now) => ({ ...now, chosenId })),
    edit(changed) {
      if (chosen.origin === 'example') {
        const made = { id: chosen.id, origin: 'made', context: changed, at: Date.now() } as const
        return become((now) => ({ ...withAdded(now, [made], made.id), exampleId: nextMessageId() }))
      }
      become((now) => ({
        ...now,
        kept: now.kept.map((one) => (one.id === chosen.id ? { ...one, context: changed } : one)),
      }))
    },
    remove: (id) => become((now) => ({ ...now, kept: now.kept.filter((one) => one.id !== id) })),
    removeAll: () => become(empty),
  }
}

function captureInto(shelf: MessageShelf): SharedCapture {
  return new SharedCapture((received) => {
    const at = received[0]?.at ?? Date.now()
    const added = received.map((one) => ({
      id: nextMessageId(),
      origin: 'captured' as const,
      context: toCapturedContext(one, one.at),
      at,
    }))
    const now = shelf.current()
    // A captured message does not change which message the user is looking at.
    shelf.change(withAdded(now, added, now.chosenId ?? added[0]?.id))
  })
}

const empty = (): HeldMessages => ({
  kept: [],
  chosenId: undefined,
  dropped: 0,
  exampleId: nextMessageId(),
})

function begun(context: string | undefined): HeldMessages {
  if (context === undefined) return empty()
  const made = { id: nextMessageId(), origin: 'made', context, at: Date.now() } as const
  return withAdded(empty(), [made], made.id)
}

function withAdded(
  held: HeldMessages,
  added: readonly LabMessage[],
  chosenId: number | undefined,
): HeldMessages {
  const { messages, dropped } = withinLimits([...held.kept, ...added])
  return { ...held, kept: messages, chosenId, dropped: held.dropped + dropped }
}

let lastId = 0

function nextMessageId(): number {
  lastId += 1
  return lastId
}

interface Bounded {
  readonly messages: readonly LabMessage[]
  /** The number of messages that did not fit: the oldest are dropped first. */
  readonly dropped: number
}

function withinLimits(messages: readonly LabMessage[]): Bounded {
  let characters = 0
  let first = messages.length
  while (first > 0 && messages.length - first < mostMessages) {
    characters += messages[first - 1]?.context.length ?? 0
    if (characters > mostCharacters) break
    first -= 1
  }
  return { messages: messages.slice(first), dropped: first }
}
