import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { findPacking, UNPACK_LIMITS, unpack } from './unpack.ts'

const { signal } = new AbortController()
const text = new TextEncoder().encode('{"t":21.5}')

describe('what is packed', () => {
  it('is known by how it begins', () => {
    expect(findPacking(gzipSync(text))).toBe('gzip')
    for (const level of [1, 6, 9]) expect(findPacking(deflateSync(text, { level }))).toBe('zlib')
    expect(findPacking(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0))).toBe('zstd')
    for (const other of ['', 'x', 'xy', '{}', 'x\u0001']) {
      expect(findPacking(new TextEncoder().encode(other))).toBeUndefined()
    }
  })

  it('is unpacked to the bytes that were sent, wherever they stand in a buffer', async () => {
    const many = new Uint8Array(100_000).map((_, at) => (at * 7919) >> 3)
    expect(await unpack(new Uint8Array(gzipSync(many)), 'gzip', signal)).toEqual({
      kind: 'unpacked',
      bytes: many,
      isCut: false,
    })
    const packed = deflateSync(text)
    const within = new Uint8Array([9, 9, ...packed, 9]).subarray(2, 2 + packed.length)
    expect(await unpack(within, 'zlib', signal)).toMatchObject({ bytes: text })
  })

  it('ends where a bomb goes on', async () => {
    const bomb = new Uint8Array(gzipSync(new Uint8Array(40 * 1024 * 1024)))
    const unpacked = await unpack(bomb, 'gzip', signal)
    expect(unpacked).toMatchObject({ kind: 'unpacked', isCut: true })
    expect(unpacked.kind === 'unpacked' && unpacked.bytes.length).toBe(UNPACK_LIMITS.size)
  })

  it('is refused where it is broken, cut off, or followed by something else', async () => {
    const whole = new Uint8Array(gzipSync(text))
    const broken = whole.map((byte, at) => (at === whole.length - 6 ? byte ^ 1 : byte))
    for (const bytes of [
      broken,
      whole.subarray(0, -3),
      whole.subarray(0, 3),
      new Uint8Array([...whole, 1, 2]),
    ]) {
      expect(await unpack(bytes, 'gzip', signal)).toEqual({ kind: 'refused', why: 'broken' })
    }
  })

  it('is given up when nobody waits any more', async () => {
    const controller = new AbortController()
    const given = unpack(new Uint8Array(gzipSync(text)), 'gzip', controller.signal)
    controller.abort()
    await expect(given).rejects.toThrow(/abort/i)
  })
})
