import type { ContinuationMeta } from '@brokerdeck/contract/paging.ts'
import type { InflightMessage, MqueueMessage } from '@brokerdeck/contract/session-messages.ts'

export type SessionMessage = MqueueMessage | InflightMessage

export interface MessagePage {
  readonly data: readonly SessionMessage[]
  readonly meta: ContinuationMeta
}

export const pageSize = 200

/** A page that is short may have been ended by the size of its payloads: `max_payload_bytes`, 1 MB unless given. */
const surelyBelowPayloadLimit = 500_000

/** Queue positions name the priority as well, as several queues are listed as one. */
export function positionOf(message: SessionMessage): string {
  return 'mqueue_priority' in message
    ? `${message.inserted_at}_${message.mqueue_priority}`
    : message.inserted_at
}

/** Where the list goes on; undefined at its end, where the broker answers the asked position again, without rows. */
export function nextPosition({ data, meta }: MessagePage, asked: string | undefined): string | undefined {
  if (data.length === 0 || meta.position === 'none' || meta.position === asked) return undefined
  const size = data.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0)
  if (data.length < pageSize && size < surelyBelowPayloadLimit) return undefined
  return meta.position
}

/**
 * The rows of all pages, without those that have left the session since their page was answered: the last answer says
 * where the list starts now.
 */
export function messagesOf(pages: readonly MessagePage[]): readonly SessionMessage[] {
  const start = pages.at(-1)?.meta.start
  if (start === 'none') return []
  const rows = pages.flatMap(({ data }) => data)
  const first = rows.findIndex((message) => positionOf(message) === start)
  return first === -1 ? rows : rows.slice(first)
}
