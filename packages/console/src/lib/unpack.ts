/** How bytes are packed, by how they begin. */
export const packings = ['gzip', 'zlib', 'zstd'] as const
export type Packing = (typeof packings)[number]

/**
 * Of what comes from a device and may be made to hurt: bytes that are kept, and how long it may take. What is given at once
 * is little, since all that it unpacks to is there before anybody can stop it: 1 kB may be a megabyte of deflate, and
 * 32 bytes a megabyte of zstd.
 */
export const UNPACK_LIMITS = { size: 8 * 1024 * 1024, timeMs: 2000 } as const
const atOnce: Readonly<Record<Packing, number>> = { gzip: 1024, zlib: 1024, zstd: 32 }

/** Undefined where they do not begin as anything that is packed. */
export function findPacking(bytes: Uint8Array): Packing | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  if (first === 0x1f && second === 0x8b && third === 0x08) return 'gzip'
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd'
  // RFC 1950: deflate with a window of 32 kB, and a check over the two bytes; with a dictionary nobody can unpack it.
  const isZlib = first === 0x78 && (first * 256 + second) % 31 === 0 && (second & 0x20) === 0
  return isZlib && bytes.length > 6 ? 'zlib' : undefined
}

export type Unpacked =
  /** `isCut`: more would follow. */
  | { readonly kind: 'unpacked'; readonly bytes: Uint8Array<ArrayBuffer>; readonly isCut: boolean }
  /** `unknown`: this browser cannot unpack it. */
  | { readonly kind: 'refused'; readonly why: 'broken' | 'unknown' | 'too-slow' }

const formats: Readonly<Record<Packing, string>> = { gzip: 'gzip', zlib: 'deflate', zstd: 'zstd' }

/** A browser that does not know the format throws. The name of zstd is newer than the types of the language. */
function openUnpacker(packing: Packing) {
  try {
    return Reflect.construct(DecompressionStream, [formats[packing]])
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Unpacks one layer within the limits; an abort rejects. */
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

/** The bytes in pieces, each given when it is asked for. */
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

  /** False: there is no room for all of them. */
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
