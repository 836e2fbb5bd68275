import type { ContinuationMeta } from '@brokerdeck/contract/paging.ts'
import type { InflightMessage, MqueueMessage } from '@brokerdeck/contract/traffic/client.ts'

export type SessionMessage = MqueueMessage | InflightMessage

/** One response of the broker. */
export interface MessagePage {
  readonly data: readonly SessionMessage[]
  readonly meta: ContinuationMeta
}

/** A section of the list that is complete, however many requests it takes. */
export interface MessageStretch extends MessagePage {
  /** The position at which the list continues; undefined at its end. */
  readonly next: string | undefined
}

type AskSessionMessages = (position: string | undefined) => Promise<MessagePage>

/**
 * Returns the position of a message. In the queue it includes the priority, because several queues are listed as one.
 */
export function toMessagePosition(message: SessionMessage): string {
  return 'mqueue_priority' in message
    ? `${message.inserted_at}_${message.mqueue_priority}`
    : message.inserted_at
}

/**
 * Sends requests until the section is full or the list has ended. A short response is not the end: the list ends only
 * with a response without messages, or one that repeats the requested position.
 */
export async function collectStretch(
  ask: AskSessionMessages,
  from: string | undefined,
  size: number,
): Promise<MessageStretch> {
  const data: SessionMessage[] = []
  for (let position = from; ; ) {
    const page = await ask(position)
    data.push(...page.data)
    const hasEnded =
      page.data.length === 0 || page.meta.position === 'none' || page.meta.position === position
    if (hasEnded || data.length >= size) {
      return { data, meta: page.meta, next: hasEnded ? undefined : page.meta.position }
    }
    position = page.meta.position
  }
}

/**
 * Returns the messages of all sections, without those that have left the session since: the last response tells where
 * the list starts now.
 */
export function listSessionMessages(pages: readonly MessagePage[]): readonly SessionMessage[] {
  const start = pages.at(-1)?.meta.start
  if (start === 'none') return []
  const rows = pages.flatMap(({ data }) => data)
  const first = rows.findIndex((message) => toMessagePosition(message) === start)
  return first === -1 ? rows : rows.slice(first)
}
