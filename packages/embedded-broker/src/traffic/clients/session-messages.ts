import type { ContinuationMeta } from '@brokerdeck/contract/paging.ts'
import type { InflightMessage } from '@brokerdeck/contract/traffic/client.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { StoredMessage } from '../../mqtt/node/cluster.ts'
import { numberOrInfinity } from './number-or-infinity.ts'

interface MessagesQuery {
  readonly limit: number
  readonly position?: string | undefined
  readonly payload: 'none' | 'base64' | 'plain'
  readonly max_payload_bytes: number
}

interface Positioned {
  readonly stored: StoredMessage
  readonly position: string
}

interface MessagePage {
  readonly page: readonly Positioned[]
  readonly meta: ContinuationMeta
}

/** Positions in the queue carry the priority, those in the inflight window do not. */
export const queuePosition = (stored: StoredMessage): string =>
  `${stored.insertedAt}_${numberOrInfinity(stored.priority)}`
export const inflightPosition = (stored: StoredMessage): string => stored.insertedAt

/**
 * Returns the part of a message list after a position. At the end of the list, the requested position is returned
 * without data. As in EMQX 5.8.9, `max_payload_bytes` counts payloads in their written form and cuts the page, while
 * the returned position is that of the last message of the uncut page: a caller who continues there misses the
 * messages that were cut.
 */
export function messagePage(
  messages: readonly StoredMessage[],
  positionOf: (stored: StoredMessage) => string,
  query: MessagesQuery,
): MessagePage {
  if (query.max_payload_bytes <= 0) throw refusal(400, 'BAD_REQUEST', JSON.stringify(tooSmall))
  const all = messages.map((stored) => ({ stored, position: positionOf(stored) }))
  const from = findStart(all, query.position, positionOf === queuePosition)
  const page: Positioned[] = []
  let bytes = 0
  const asked = all.slice(from, from + query.limit)
  for (const one of asked) {
    bytes += countWrittenLength(one, query.payload)
    if (page.length > 0 && bytes > query.max_payload_bytes) break
    page.push(one)
  }
  return {
    page,
    meta: {
      start: all[0]?.position ?? 'none',
      position: asked.at(-1)?.position ?? (all.length > 0 ? (query.position ?? 'none') : 'none'),
    },
  }
}

function countWrittenLength({ stored }: Positioned, payload: MessagesQuery['payload']): number {
  const { length } = stored.message.payload
  return payload === 'none' ? 0 : payload === 'base64' ? Math.ceil(length / 3) * 4 : length
}

const tooSmall = {
  reason: 'must be higher than 0',
  path: 'max_payload_bytes',
  kind: 'validation_error',
} as const

function findStart(all: readonly Positioned[], position: string | undefined, hasPriority: boolean): number {
  if (position === undefined || position === 'none') return 0
  const shape = hasPriority ? /^(\d{1,30})_(?:\d{1,10}|infinity)$/ : /^(\d{1,30})$/
  const insertedAt = shape.exec(position)?.[1]
  if (insertedAt === undefined) throw refusal(400, 'INVALID_PARAMETER', 'position_limit_invalid')
  const exact = all.findIndex((one) => one.position === position)
  if (exact >= 0) return exact + 1
  const later = all.findIndex((one) => BigInt(one.stored.insertedAt) > BigInt(insertedAt))
  return later >= 0 ? later : all.length
}

export function toStoredMessage({ stored }: Positioned, payload: MessagesQuery['payload']): InflightMessage {
  const { message } = stored
  return {
    msgid: message.id,
    topic: message.topic,
    qos: message.qos,
    publish_at: message.publishAt,
    inserted_at: stored.insertedAt,
    from_clientid: message.fromClientid,
    from_username: message.fromUsername ?? 'undefined',
    ...(payload === 'none'
      ? {}
      : { payload: message.payload.toString(payload === 'plain' ? 'utf8' : 'base64') }),
  }
}
