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

describe('a guarded archive', () => {
  const guarded = (archive: Uint8Array) => () => readTar(archive, true)
  const named = (name: string) => writeTar([entry(name, 'x')])

  it.each(['../x', 'a/../../x', '/etc/passwd', 'a\\..\\..\\x', 'C:/x', 'a/\u0001'])(
    'may not name %j',
    (name) => {
      expect(guarded(named(name))).toThrow('leads out')
      expect(readTar(named(name))).toHaveLength(1)
    },
  )

  it.each(['1', '2', '3', '4', '6', '7'])('may not have an entry of kind %s', (kind) => {
    expect(guarded(changed(named('a'), 156, kind))).toThrow('link or a device')
  })

  it('may not have a file twice, however its name is spelled', () => {
    expect(guarded(writeTar([entry('a/b', 'x'), entry('./a//b', 'y')]))).toThrow('twice')
  })

  it('has nothing but safe names, whatever stands in its headers', () => {
    const part = fc.oneof(namePart, fc.constantFrom('..', '.', '', 'a\\b', '/'))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(part, part), { maxLength: 5 }),
        fc.constantFrom('0', '5', '2'),
        (names, kind) => {
          const archive = writeTar(names.map(([one, two]) => entry(`${one}/${two}`, 'x')))
          try {
            const files = readTar(names.length === 0 ? archive : changed(archive, 156, kind), true)
            for (const { name } of files) expect(`/root/${name}`.split(/[/\\]/)).not.toContain('..')
            expect(files.some(({ name }) => name.startsWith('/'))).toBe(false)
          } catch (error) {
            expect(error).toBeInstanceOf(TarError)
          }
        },
      ),
    )
  })
})

describe('a long name', () => {
  const long = `${'folder/'.repeat(30)}file`
  it.each([
    ['pax', 'x', `${long.length + 11} path=${long}\n`],
    ['GNU', 'L', `${long}\0`],
  ])('is read as %s spells it, and is checked as well', (_, kind, content) => {
    const archive = changed(writeTar([entry('@long', content), entry('short', 'x')]), 156, kind)
    expect(readTar(archive, true).map(({ name }) => name)).toEqual([long])
    // Other extension headers may stand between the long name and its file.
    const between = [entry('@long', content), entry('@all', '19 comment=whatever\n'), entry('short', 'x')]
    const archiveOfThree = changed(writeTar(between), 156, kind)
    changed(archiveOfThree.subarray(1024), 156, 'g')
    expect(readTar(archiveOfThree, true).map(({ name }) => name)).toEqual([long])
    const leading = changed(
      writeTar([entry('@long', content.replace('folder', '..////')), entry('a', 'x')]),
      156,
      kind,
    )
    expect(() => readTar(leading, true)).toThrow('leads out')
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

/** Returns an archive whose only header has another size, but is otherwise valid. */
function withSize(size: string): Uint8Array {
  return changed(writeTar([entry('a', 'x')]), 124, size)
}

/** Replaces letters in the first header of an archive, and updates the checksum. */
function changed(archive: Uint8Array, at: number, letters: string): Uint8Array {
  archive.set(new TextEncoder().encode(letters), at)
  archive.set(new TextEncoder().encode('        '), 148)
  const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  archive.set(new TextEncoder().encode(sum.toString(8).padStart(6, '0')), 148)
  return archive
}
