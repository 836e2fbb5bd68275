import { useMemo, useState } from 'react'
import {
  exampleContext,
  type LabMessage,
  type MessageOrigin,
  nextMessageId,
  withinLimits,
} from './lab-message.ts'

export interface LabMessages {
  /** Without the example. */
  readonly kept: readonly LabMessage[]
  /** What is tried: one of those that are kept, or the example. */
  readonly chosen: LabMessage
  /** Messages that went because there were too many. */
  readonly dropped: number
  choose(id: number): void
  add(origin: MessageOrigin, contexts: readonly string[], at?: number): void
  /** Of the chosen message; an example is kept from then on. */
  edit(context: string): void
  remove(id: number): void
  removeAll(): void
}

interface Held {
  readonly kept: readonly LabMessage[]
  readonly chosenId: number | undefined
  readonly dropped: number
  /** Of the next example: it stays the same message when it is kept. */
  readonly exampleId: number
}

/** The messages to try while the page is open. Until there is one, it is an example of what stands in FROM. */
export function useLabMessages(sql: string, before?: string): LabMessages {
  const [held, setHeld] = useState<Held>(() => begun(before))
  const context = useMemo(() => exampleContext(sql), [sql])
  const example = useMemo(
    () => ({ id: held.exampleId, at: 0, origin: 'example', context }) as const,
    [held.exampleId, context],
  )
  const chosen = held.kept.find(({ id }) => id === held.chosenId) ?? held.kept.at(-1) ?? example
  return {
    kept: held.kept,
    dropped: held.dropped,
    chosen,
    add(origin, contexts, at = Date.now()) {
      const added = contexts.map((one) => ({ id: nextMessageId(), origin, context: one, at }))
      // What comes by itself takes nobody away from what they look at.
      setHeld((now) =>
        withAdded(now, added, origin === 'captured' ? (now.chosenId ?? added[0]?.id) : added[0]?.id),
      )
    },
    choose: (chosenId) => setHeld((now) => ({ ...now, chosenId })),
    edit(changed) {
      if (chosen.origin === 'example') {
        const made = { id: chosen.id, origin: 'made', context: changed, at: Date.now() } as const
        return setHeld((now) => ({ ...withAdded(now, [made], made.id), exampleId: nextMessageId() }))
      }
      setHeld((now) => ({
        ...now,
        kept: now.kept.map((one) => (one.id === chosen.id ? { ...one, context: changed } : one)),
      }))
    },
    remove: (id) => setHeld((now) => ({ ...now, kept: now.kept.filter((one) => one.id !== id) })),
    removeAll: () => setHeld(empty()),
  }
}

const empty = (): Held => ({ kept: [], chosenId: undefined, dropped: 0, exampleId: nextMessageId() })

function begun(context: string | undefined): Held {
  if (context === undefined) return empty()
  const made = { id: nextMessageId(), origin: 'made', context, at: Date.now() } as const
  return withAdded(empty(), [made], made.id)
}

function withAdded(held: Held, added: readonly LabMessage[], chosenId: number | undefined): Held {
  const { messages, dropped } = withinLimits([...held.kept, ...added])
  return { ...held, kept: messages, chosenId, dropped: held.dropped + dropped }
}
