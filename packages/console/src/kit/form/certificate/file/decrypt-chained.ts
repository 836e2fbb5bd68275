/**
 * A block cipher of 64 bits, for decryption only: old key stores are encrypted with it, and no maintained library has
 * it.
 */
export interface BlockCipher {
  decrypt(block: Uint8Array): Uint8Array
}

/** Decrypts cipher block chaining without removing the padding. Returns undefined if the blocks are incomplete. */
export function decryptChained(
  cipher: BlockCipher,
  start: Uint8Array,
  data: Uint8Array,
): Uint8Array | undefined {
  if (data.length % 8 !== 0 || start.length !== 8) return undefined
  const plain = new Uint8Array(data.length)
  let before = start
  for (let at = 0; at < data.length; at += 8) {
    const block = data.subarray(at, at + 8)
    for (const [index, byte] of cipher.decrypt(block).entries())
      plain[at + index] = byte ^ (before[index] ?? 0)
    before = block
  }
  return plain
}
