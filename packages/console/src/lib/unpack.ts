/** The compression formats, recognised by their first bytes. */
export const packings = ['gzip', 'zlib', 'zstd'] as const
export type Packing = (typeof packings)[number]

/**
 * The limits for data from a device, which may be malicious: the number of bytes that are kept, and the time in
 * milliseconds. The input is fed in small chunks, because the output of a chunk arrives before it can be stopped: 1
 * kB of deflate may become a megabyte, and 32 bytes of zstd a megabyte.
 */
export const UNPACK_LIMITS = { size: 8 * 1024 * 1024, timeMs: 2000 } as const
const atOnce: Readonly<Record<Packing, number>> = { gzip: 1024, zlib: 1024, zstd: 32 }

/** Returns undefined if the bytes do not begin like a compressed format. */
export function findPacking(bytes: Uint8Array): Packing | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  if (first === 0x1f && second === 0x8b && third === 0x08) return 'gzip'
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd'
  // RFC 1950: deflate with a window of 32 kB, and a check over the two bytes; with a dictionary it cannot be
  // unpacked.
  const isZlib = first === 0x78 && (first * 256 + second) % 31 === 0 && (second & 0x20) === 0
  return isZlib && bytes.length > 6 ? 'zlib' : undefined
}

export type Unpacked =
  /** `isCut`: more bytes would follow. */
  | { readonly kind: 'unpacked'; readonly bytes: Uint8Array<ArrayBuffer>; readonly isCut: boolean }
  /** `unknown`: this browser does not support the format. */
  | { readonly kind: 'refused'; readonly why: 'broken' | 'unknown' | 'too-slow' }

const formats: Readonly<Record<Packing, string>> = { gzip: 'gzip', zlib: 'deflate', zstd: 'zstd' }

/** A browser that does not know the format throws. The name of zstd is newer than TypeScript's types. */
function openUnpacker(packing: Packing) {
  try {
    return Reflect.construct(DecompressionStream, [formats[packing]])
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Unpacks one layer within the limits; rejects on abort. */
export async function unpack(bytes: Uint8Array, packing: Packing, signal: AbortSignal): Promise<Unpacked> {
  const unpacker: unknown = openUnpacker(packing)
  if (!(unpacker instanceof DecompressionStream)) return { kind: 'refused', why: 'unknown' }
  const tooLong = AbortSignal.timeout(UNPACK_LIMITS.timeMs)
  const kept = new KeptBytes(UNPACK_LIMITS.size)
  const full = new AbortController()
  try {
    await sliceBytes(bytes, atOnce[packing])
      .pipeThrough(unpacker, { signal: AbortSignal.any([signal, tooLong, full.signal]) })
      .pipeTo(
        new WritableStream<Uint8Array>({
          write(chunk) {
            if (!kept.add(chunk)) full.abort()
          },
        }),
      )
  } catch (error) {
    signal.throwIfAborted()
    if (tooLong.aborted) return { kind: 'refused', why: 'too-slow' }
    if (!full.signal.aborted) {
      if (error instanceof TypeError || error instanceof Error) return { kind: 'refused', why: 'broken' }
      throw error
    }
  }
  return { kind: 'unpacked', bytes: kept.join(), isCut: full.signal.aborted }
}

/** Streams the bytes in chunks, each only when it is pulled. */
function sliceBytes(bytes: Uint8Array, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) controller.close()
        else controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
        at += size
      },
    },
    { highWaterMark: 0 },
  )
}

class KeptBytes {
  readonly #chunks: Uint8Array[] = []
  readonly #most: number
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Returns false if there is no room for the whole chunk. */
  add(chunk: Uint8Array): boolean {
    const taken = chunk.subarray(0, this.#most - this.#size)
    this.#chunks.push(taken)
    this.#size += taken.length
    return taken.length === chunk.length
  }

  join(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#size)
    let at = 0
    for (const chunk of this.#chunks) {
      whole.set(chunk, at)
      at += chunk.length
    }
    return whole
  }
}
