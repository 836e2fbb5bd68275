import { deflateSync, gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { ChartReader } from './chart-reader.ts'
import type { ChartedMessage } from './chart-values.ts'
import { longestDocument } from './numeric-paths.ts'
import { UnpackedPayloads } from './unpacked-payloads.ts'

let seq = 0

function message(payload: Uint8Array | string): ChartedMessage {
  seq += 1
  const bytes = new Uint8Array(typeof payload === 'string' ? new TextEncoder().encode(payload) : payload)
  return { seq, time: seq, payload: bytes, contentType: undefined }
}

/** Follows messages; resolves once `count` of them are unpacked. */
async function follow(messages: readonly ChartedMessage[], count: number) {
  const changed = vi.fn()
  const contents = new UnpackedPayloads(changed)
  contents.follow(messages)
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(count), 15_000)
  return contents
}

const draw = (messages: readonly ChartedMessage[], contents: UnpackedPayloads) =>
  new ChartReader(contents).read(messages)

test('figures are those of what was packed, beside what was not', async () => {
  const messages = [message('{"t":1}'), message(gzipSync('{"t":2}')), message(deflateSync('{"t":3}'))]
  const contents = await follow(messages, 2)
  expect(draw(messages, contents)).toMatchObject({
    path: ['t'],
    points: [{ value: 1 }, { value: 2 }, { value: 3 }],
  })
})

test('what is not unpacked yet is left out, and what came before it is drawn', () => {
  const messages = [message('{"t":1}'), message(gzipSync('{"t":2}'))]
  const contents = new UnpackedPayloads(() => undefined)
  expect(draw(messages, contents)).toMatchObject({ path: ['t'], points: [{ value: 1 }] })
})

test('what cannot be unpacked is read as sent', async () => {
  const messages = [message('x^ is 4')]
  const contents = await follow(messages, 1)
  expect(draw(messages, contents).points).toEqual([{ time: messages[0]?.time, value: 4 }])
})

test('a packing that this browser does not know is named', async () => {
  const messages = [message(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0))]
  vi.stubGlobal(
    'DecompressionStream',
    class extends DecompressionStream {
      constructor(format: CompressionFormat) {
        if (!['gzip', 'deflate'].includes(format)) throw new TypeError('unknown format')
        super(format)
      }
    },
  )
  const contents = await follow(messages, 1)
  vi.unstubAllGlobals()
  expect(draw(messages, contents)).toMatchObject({ unknownPacking: 'zstd', points: [] })
})

test('what is too long to be read is dropped, and of many documents the newest are kept', async () => {
  const document = JSON.stringify({ t: 1, pad: 'x'.repeat(longestDocument - 20) })
  const long = message(gzipSync(new Uint8Array(longestDocument + 1)))
  const messages = [...Array.from({ length: 40 }, () => message(gzipSync(document))), long]
  const contents = await follow(messages, 41)
  expect(contents.read(long)?.length ?? 0).toBeLessThanOrEqual(long.payload.length)
  const kept = messages.slice(0, 40).map((each) => contents.read(each)?.length)
  expect(kept).toEqual([...Array<undefined>(8).fill(undefined), ...Array<number>(32).fill(document.length)])
})

test('what another topic held is forgotten', async () => {
  const messages = [message(gzipSync('1'))]
  const contents = await follow(messages, 1)
  contents.follow([])
  expect(contents.read(messages[0] ?? message(''))).toBeUndefined()
})
