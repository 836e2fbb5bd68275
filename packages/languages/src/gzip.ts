export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/**
 * Unpacks gzip and stops at `maxBytes`, because a small file may hold any number of zeros. Rejects if the input is no
 * gzip.
 */
export async function gunzip(packed: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  await toStream(packed)
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeTo(
      new WritableStream<Uint8Array>({
        write(chunk) {
          size += chunk.length
          if (size > maxBytes) throw new TooLarge(`it unpacks to more than ${maxBytes} bytes`)
          chunks.push(chunk)
        },
      }),
    )
  return joinChunks(chunks, size)
}

export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = toStream(bytes).pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

function toStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
