import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LogChunk, TraceLog } from './trace-log.ts'

const limits = { bytes: 1_000_000, rows: 1_000, chunkBytes: 50 }

/** Returns a chunk in the form of a broker's response: bytes cut at any position, decoded for JSON. */
function cutChunk(file: Buffer, position: number, bytes: number): LogChunk {
  const part = file.subarray(position, position + bytes)
  return { items: part.toString('utf8'), meta: { position: Math.min(file.length, position + bytes) } }
}

function logOf(files: Readonly<Record<string, () => Buffer>>, given = limits) {
  const asked: string[] = []
  const log = new TraceLog(async (node, position, bytes) => {
    asked.push(`${node} ${position}`)
    return cutChunk(files[node]?.() ?? Buffer.alloc(0), position, bytes)
  }, given)
  const catchUp = () =>
    log.catchUp(
      Object.entries(files).map(([node, read]) => ({ node, size: read().length })),
      () => undefined,
    )
  return { log, catchUp, asked, lines: () => log.state.rows.map(({ line }) => line) }
}

const event = (second: number, text = '') =>
  `2026-11-21T08:41:${String(second).padStart(2, '0')}.000000+00:00 [MQTT] a@1.1.1.1:1 msg: x, topic: ${text}`

describe('the log of a trace', () => {
  it('is put together from chunks that are cut within lines and characters', async () => {
    const text = fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll(/[\n\uFFFD]/g, ''))
    await fc.assert(
      fc.asyncProperty(fc.array(text), fc.integer({ min: 1, max: 40 }), async (lines, chunkBytes) => {
        const file = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const read = logOf({ n: () => file }, { ...limits, chunkBytes })
        await read.catchUp()
        expect(read.lines()).toEqual(lines.filter((line) => line !== '' && line !== '\uFFFD'))
      }),
    )
  })

  it('goes on where it ended, and asks for nothing while nothing is added', async () => {
    let file = Buffer.from(`${event(1)}\n${event(2).slice(0, 20)}`)
    const { catchUp, lines, asked } = logOf({ n: () => file })
    await catchUp()
    expect(lines()).toEqual([event(1)])
    const before = asked.length
    await catchUp()
    expect(asked.length).toBe(before)
    file = Buffer.from(`${event(1)}\n${event(2)}\n`)
    await catchUp()
    expect(lines()).toEqual([event(1), event(2)])
  })

  it('of several nodes is in the order of time', async () => {
    const { catchUp, log } = logOf({
      a: () => Buffer.from(`${event(1)}\n${event(4)}\nnonsense\n`),
      b: () => Buffer.from(`${event(2)}\n${event(3)}\n`),
    })
    await catchUp()
    expect(log.state.rows.map(({ node, kind }) => `${node} ${kind}`)).toEqual([
      'a event',
      'b event',
      'b event',
      'a event',
      'a raw',
    ])
  })

  it('lets the oldest lines go', async () => {
    const lines = Array.from({ length: 30 }, (_none, at) => `${event(at)}\n`)
    const { catchUp, log } = logOf({ n: () => Buffer.from(lines.join('')) }, { ...limits, rows: 10 })
    await catchUp()
    expect(log.state.rows).toHaveLength(10)
    expect(log.state.letGo).toBe(20)
    expect(log.state.rows.at(-1)?.line).toBe(event(29))
  })

  it('of a large file begins near its end, with a whole line', async () => {
    const lines = Array.from({ length: 50 }, (_none, at) => `${event(at)}\n`)
    const file = Buffer.from(lines.join(''))
    const { catchUp, log } = logOf({ n: () => file }, { ...limits, bytes: 500 })
    await catchUp()
    expect(log.state.skipped).toBe(file.length - 500)
    expect(log.state.rows.every(({ kind }) => kind === 'event')).toBe(true)
    expect(log.state.rows.at(-1)?.line).toBe(event(49))
  })

  it('survives bytes that are no text', async () => {
    const file = Buffer.concat([
      Buffer.from(`${event(1)}\nPayload `),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from(`${event(2, 'ü'.repeat(40))}\n${event(3)}\n`),
    ])
    const { catchUp, lines } = logOf({ n: () => file }, { ...limits, chunkBytes: 64 })
    await catchUp()
    expect(lines()).toHaveLength(4)
    expect(lines().at(-1)).toBe(event(3))
  })
})
