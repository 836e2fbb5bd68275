import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * The minimum size of a compressed response, in bytes: below it, the headers and the use of the thread pool outweigh
 * the gain.
 */
const worthwhile = 1400
const words = /^(?:application\/json|text\/)/i

type Encoding = 'br' | 'gzip'

function findOffered({ 'accept-encoding': accepted }: IncomingHttpHeaders): Encoding | undefined {
  const offers = String(accepted ?? '')
    .split(',')
    .map((offer) => offer.trim().toLowerCase())
    .filter((offer) => !/;\s*q=0(?:\.0*)?$/.test(offer))
    .map((offer) => offer.split(';')[0])
  return (['br', 'gzip'] as const).find((encoding) => offers.includes(encoding))
}

/** Creates a compressor that flushes each part, so that a slow response is not held back until a block is full. */
function createCompressor(encoding: Encoding) {
  return encoding === 'br'
    ? createBrotliCompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        },
      })
    : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 })
}

/**
 * Tells whether a response is text to compress. A download stays as it is: its length shows its progress, and its
 * content is often compressed already.
 */
function isWords(reply: FastifyReply): boolean {
  return (
    reply.statusCode === 200 &&
    words.test(String(reply.getHeader('content-type') ?? '')) &&
    !['content-encoding', 'content-range', 'content-disposition', 'etag'].some((name) =>
      reply.hasHeader(name),
    )
  )
}

function getPayloadSize(payload: unknown, reply: FastifyReply): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  if (Buffer.isBuffer(payload)) return payload.length
  return Number(reply.getHeader('content-length') ?? Number.POSITIVE_INFINITY)
}

function toStream(payload: unknown): Readable | undefined {
  if (payload instanceof Readable) return payload
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? Readable.from([payload]) : undefined
}

/**
 * Compresses responses to GET requests of the API for clients that accept it. Tokens and new secrets are only in
 * responses to writes, which stay uncompressed; and no page of another site can make a browser send a GET with a
 * session's token, so the compressed size reveals nothing to an attacker (BREACH).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || !isWords(reply)) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = findOffered(request.headers)
    const source = toStream(payload)
    if (encoding === undefined || source === undefined || getPayloadSize(payload, reply) < worthwhile)
      return payload
    reply.removeHeader('content-length')
    reply.header('content-encoding', encoding)
    const packed = source.pipe(createCompressor(encoding))
    // A stream that breaks off must be seen to break off, in either direction.
    source.once('error', (error) => packed.destroy(error))
    packed.once('close', () => source.destroy())
    return packed
  })
}
