import type { ContinuationMeta } from '@brokerdeck/contract/paging.ts'
import type { InflightMessage, MqueueMessage } from '@brokerdeck/contract/traffic/client.ts'

export type SessionMessage = MqueueMessage | InflightMessage

/** One answer of the broker. */
export interface MessagePage {
  readonly data: readonly SessionMessage[]
  readonly meta: ContinuationMeta
}

/** One stretch of the list: whole, however many answers that takes. */
export interface MessageStretch extends MessagePage {
  /** Where the list goes on; undefined at its end. */
  readonly next: string | undefined
}

type AskSessionMessages = (position: string | undefined) => Promise<MessagePage>

/** Queue positions name the priority as well, as several queues are listed as one. */
export function toMessagePosition(message: SessionMessage): string {
  return 'mqueue_priority' in message
    ? `${message.inserted_at}_${message.mqueue_priority}`
    : message.inserted_at
}

/**
 * Asks until the stretch is full or the list has ended. A short answer is no end: only the asked position, answered
 * again without messages, is.
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
 * The rows of all stretches, without those that have left the session since they were answered: the last answer says
 * where the list starts now.
 */
export function listSessionMessages(pages: readonly MessagePage[]): readonly SessionMessage[] {
  const start = pages.at(-1)?.meta.start
  if (start === 'none') return []
  const rows = pages.flatMap(({ data }) => data)
  const first = rows.findIndex((message) => toMessagePosition(message) === start)
  return first === -1 ? rows : rows.slice(first)
}
