import { expect, test } from 'vitest'
import { messagesOf, nextPosition, pageSize, positionOf, type SessionMessage } from './session-messages.ts'

function message(inserted: number, payload = ''): SessionMessage {
  return {
    msgid: `m${inserted}`,
    topic: 't',
    qos: 1,
    publish_at: 0,
    inserted_at: String(inserted),
    from_clientid: 'p',
    from_username: 'undefined',
    payload,
    mqueue_priority: 0,
  }
}

const meta = (start: number, position: number) => ({ start: `${start}_0`, position: `${position}_0` })

test('a list goes on until the asked position comes back', () => {
  const full = Array.from({ length: pageSize }, (_, index) => message(index))
  expect(nextPosition({ data: full, meta: meta(0, 199) }, undefined)).toBe('199_0')
  expect(nextPosition({ data: [], meta: meta(0, 199) }, '199_0')).toBeUndefined()
  expect(nextPosition({ data: [], meta: { start: 'none', position: 'none' } }, undefined)).toBeUndefined()
})

test('a short page is the last one, unless its payloads have ended it', () => {
  expect(nextPosition({ data: [message(1)], meta: meta(1, 1) }, undefined)).toBeUndefined()
  const heavy = [message(1, 'A'.repeat(1_400_000))]
  expect(nextPosition({ data: heavy, meta: meta(1, 1) }, undefined)).toBe('1_0')
})

test('messages that have left since their page came are not shown', () => {
  const first = { data: [message(1), message(2), message(3)], meta: meta(1, 3) }
  const second = { data: [message(4)], meta: meta(3, 4) }
  expect(messagesOf([first, second]).map(positionOf)).toEqual(['3_0', '4_0'])
  expect(messagesOf([first, { data: [], meta: { start: 'none', position: 'none' } }])).toEqual([])
})

test('an inflight position has no priority', () => {
  const { mqueue_priority: _, ...inflight } = { mqueue_priority: 0, ...message(7) }
  expect(positionOf(inflight)).toBe('7')
})
