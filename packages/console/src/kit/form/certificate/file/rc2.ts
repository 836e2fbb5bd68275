import { bytesFromHex } from '#lib/payload.ts'
import type { BlockCipher } from './decrypt-chained.ts'

/** The table of RFC 2268 §2. */
const shuffled =
  bytesFromHex(
    'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32' +
      'bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
      '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a' +
      '961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
      '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e' +
      'c5f3db47e5a59c770aa62068fe7fc1ad',
  ) ?? new Uint8Array()
const turns = [1, 2, 3, 5]

export function rc2(key: Uint8Array): BlockCipher {
  const words = expandKey(key)
  return {
    decrypt: (block) => {
      const part = new Uint16Array(4)
      for (let at = 0; at < 4; at += 1) part[at] = byte(block, 2 * at) + 256 * byte(block, 2 * at + 1)
      let next = 63
      const near = (at: number, back: number) => part[(at + 4 - back) % 4] ?? 0
      const unmix = () => {
        for (let at = 3; at >= 0; at -= 1) {
          const [value, turn] = [part[at] ?? 0, turns[at] ?? 0]
          const turned = (value >> turn) | (value << (16 - turn))
          const mask = (near(at, 1) & near(at, 2)) + (~near(at, 1) & near(at, 3))
          part[at] = turned - (words[next] ?? 0) - mask
          next -= 1
        }
      }
      const unmash = () => {
        for (let at = 3; at >= 0; at -= 1) part[at] = (part[at] ?? 0) - (words[near(at, 1) & 63] ?? 0)
      }
      for (let round = 0; round < 16; round += 1) {
        unmix()
        if (round === 4 || round === 10) unmash()
      }
      return new Uint8Array(part.buffer)
    },
  }
}

/** Expands the key, with as many effective bits as the key has. */
function expandKey(key: Uint8Array): Uint16Array {
  const bytes = new Uint8Array(128)
  bytes.set(key)
  for (let at = key.length; at < 128; at += 1)
    bytes[at] = byte(shuffled, (byte(bytes, at - 1) + byte(bytes, at - key.length)) & 255)
  const last = 128 - key.length
  bytes[last] = byte(shuffled, byte(bytes, last))
  for (let at = last - 1; at >= 0; at -= 1)
    bytes[at] = byte(shuffled, byte(bytes, at + 1) ^ byte(bytes, at + key.length))
  return Uint16Array.from({ length: 64 }, (_, at) => byte(bytes, 2 * at) + 256 * byte(bytes, 2 * at + 1))
}

const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0
