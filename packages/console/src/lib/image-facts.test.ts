import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findImage, IMAGE_LIMITS, isShowable } from './image-facts.ts'
import { bytesFromBase64, bytesFromHex } from './payload.ts'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=='
const fromHex = (hex: string) => bytesFromHex(hex) ?? new Uint8Array()
/** A JPEG of 5 by 4 pixels with a comment before the frame. */
const jpeg = 'ffd8 ffe0 0004 0000 fffe 0003 41 ffff c0 0011 08 0004 0005 03'

test('the size of an image stands in its head', () => {
  expect(findImage(bytesFromBase64(png) ?? new Uint8Array())).toEqual({ kind: 'png', width: 2, height: 3 })
  expect(findImage(fromHex(jpeg))).toEqual({ kind: 'jpeg', width: 5, height: 4 })
  const riff = `52494646 00000000 57454250`
  expect(findImage(fromHex(`${riff} 56503820 00000000 000000 9d012a 0700 0600`))).toEqual({
    kind: 'webp',
    width: 7,
    height: 6,
  })
  expect(findImage(fromHex(`${riff} 5650384c 00000000 2f 07400100 0000000000`))).toEqual({
    kind: 'webp',
    width: 8,
    height: 6,
  })
  expect(findImage(fromHex(`${riff} 56503858 0a000000 00000000 090000 0a0000`))).toEqual({
    kind: 'webp',
    width: 10,
    height: 11,
  })
})

test('what is no image of these kinds is none, SVG above all', () => {
  for (const text of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    'GIF89a',
  ]) {
    expect(findImage(new TextEncoder().encode(text))).toBeUndefined()
  }
  const heads = fc.constantFrom('89504e470d0a1a0a', 'ffd8ff', '52494646000000005745425056503858')
  fc.assert(
    fc.property(heads, fc.uint8Array({ maxLength: 64 }), (head, rest) => {
      const found = findImage(new Uint8Array([...fromHex(head), ...rest]))
      expect(found === undefined || (found.width > 0 && found.height > 0)).toBe(true)
    }),
  )
})

test('an image that would fill the memory is not shown', () => {
  const small = { kind: 'png', width: 640, height: 480 } as const
  expect(isShowable(small, 1000)).toBe(true)
  expect(isShowable(small, IMAGE_LIMITS.size + 1)).toBe(false)
  expect(isShowable({ ...small, width: 16_384, height: 16_384 }, 1000)).toBe(false)
  expect(isShowable({ ...small, width: 4_000_000_000, height: 1 }, 1000)).toBe(false)
})
