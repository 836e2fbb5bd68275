import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  collectStretch,
  listSessionMessages,
  type MessagePage,
  type SessionMessage,
  toMessagePosition,
} from './session-messages.ts'

function message(inserted: number): SessionMessage {
  return {
    msgid: `m${inserted}`,
    topic: 't',
    qos: 1,
    publish_at: 0,
    inserted_at: String(inserted),
    from_clientid: 'p',
    from_username: 'undefined',
    mqueue_priority: 0,
  }
}

const meta = (start: number, position: number) => ({ start: `${start}_0`, position: `${position}_0` })

test('no message is lost, however short the answers are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 20 }),
      async (count, lengths, size) => {
        const all = Array.from({ length: count }, (_, index) => message(index))
        let turn = 0
        const ask = (position: string | undefined): Promise<MessagePage> => {
          const from = position === undefined ? 0 : Number(position.split('_')[0]) + 1
          const data = all.slice(from, from + (lengths[turn++ % lengths.length] ?? 1))
          const last = data.at(-1)
          return Promise.resolve({
            data,
            meta: {
              start: count === 0 ? 'none' : '0_0',
              position: last ? toMessagePosition(last) : count === 0 ? 'none' : (position ?? 'none'),
            },
          })
        }
        const stretches = []
        for (let from: string | undefined, isMore = true; isMore; ) {
          const stretch = await collectStretch(ask, from, size)
          stretches.push(stretch)
          from = stretch.next
          isMore = from !== undefined
        }
        expect(listSessionMessages(stretches)).toEqual(all)
      },
    ),
  )
})

test('messages that have left since their page came are not shown', () => {
  const first = { data: [message(1), message(2), message(3)], meta: meta(1, 3) }
  const second = { data: [message(4)], meta: meta(3, 4) }
  expect(listSessionMessages([first, second]).map(toMessagePosition)).toEqual(['3_0', '4_0'])
  expect(listSessionMessages([first, { data: [], meta: { start: 'none', position: 'none' } }])).toEqual([])
})

test('an inflight position has no priority', () => {
  const { mqueue_priority: _, ...inflight } = { mqueue_priority: 0, ...message(7) }
  expect(toMessagePosition(inflight)).toBe('7')
})
