import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gunzip, gzip, TooLarge } from './gzip.ts'
import { readTar, type TarEntry, TarError, writeTar } from './tar.ts'

const entry = (name: string, content: string): TarEntry => ({
  name,
  data: new TextEncoder().encode(content),
  modifiedAt: 1_795_250_873,
})

const namePart = fc.stringMatching(/^[\w.-]{1,60}$/)

describe('a tar archive', () => {
  it('reads back as it was written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(namePart, namePart, fc.uint8Array({ maxLength: 1500 }))),
        fc.nat(2 ** 32),
        (files, modifiedAt) => {
          const entries = files.map(([folder, name, data]) => ({
            name: `${folder}/${name}`,
            data,
            modifiedAt,
          }))
          expect(readTar(writeTar(entries))).toEqual(entries)
        },
      ),
    )
  })

  it('ends, and is read or refused, whatever is done to it', () => {
    const archive = writeTar([entry('a/META.hocon', 'x'), entry('a/b', 'y'.repeat(2000))])
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.nat(255), fc.nat(archive.length), (at, byte, length) => {
        const damaged = archive.slice(0, length)
        if (at < length) damaged[at] = byte
        try {
          for (const { data } of readTar(damaged)) expect(data.length).toBeLessThanOrEqual(2000)
        } catch (error) {
          expect(error).toBeInstanceOf(TarError)
        }
      }),
    )
  })

  it('with a size that is none, or longer than the file, is refused', () => {
    const refused = (size: string) => () => readTar(withSize(size))
    expect(refused('-0000001000')).toThrow('damaged')
    expect(refused('00000777777')).toThrow('cut off')
  })
})

describe('gzip', () => {
  it('unpacks what it packed, and stops at the limit', async () => {
    const bytes = new Uint8Array(100_000)
    const packed = await gzip(bytes)
    expect(packed.length).toBeLessThan(1000)
    expect(await gunzip(packed, 100_000)).toEqual(bytes)
    await expect(gunzip(packed, 99_999)).rejects.toThrow(TooLarge)
    await expect(gunzip(new Uint8Array([1, 2, 3]), 10)).rejects.toThrow()
  })
})

/** An archive whose only header says another size, and is otherwise right. */
function withSize(size: string): Uint8Array {
  const archive = writeTar([entry('a', 'x')])
  archive.set(new TextEncoder().encode(size), 124)
  archive.set(new TextEncoder().encode('        '), 148)
  const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  archive.set(new TextEncoder().encode(sum.toString(8).padStart(6, '0')), 148)
  return archive
}
