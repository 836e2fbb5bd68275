import type { IncomingMessage } from 'node:http'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { hasDotSegment, parseTarget } from '#guards/request-target.ts'
import type { Body, Timeouts } from './forward.ts'
import { connectionWords, headersToClient, headersToUpstream } from './forwarded-headers.ts'
import { NobodyAnswered, type UpstreamPool } from './upstream-pool.ts'
import { readUpstreamProblem } from './upstream-problem.ts'

export interface ProxyOptions {
  readonly pool: UpstreamPool
  readonly basePath: string
  readonly timeouts?: Timeouts
  /**
   * The timeouts for requests that take a broker minutes: downloads of traces and backups, imports, installing a
   * plugin.
   */
  readonly longTimeouts?: Timeouts
}

/** The response header that tells which of several addresses of a cluster gave the response. */
const answeredByHeader = 'x-brokerdeck-answered-by'

const defaultTimeouts: Timeouts = { connect: 10_000, idle: 60_000 }
const defaultLongTimeouts: Timeouts = { connect: 10_000, idle: 600_000 }
const longOperation =
  /^\/api\/v5\/(?:trace\/[^/?]+\/(?:download|log)|data\/|plugins\/install|[^?]*\/import_users)/

function findBody({ headers, raw }: FastifyRequest): Body | undefined {
  if (headers['transfer-encoding'] !== undefined) return { stream: raw, length: undefined }
  const length = Number(headers['content-length'] ?? 0)
  return length === 0 ? undefined : { stream: raw, length }
}

/**
 * Refuses bodies of reads: RFC 9110 §9.3.1 gives them no meaning, and each server behind this one may give them
 * another.
 */
function framingFault({ method, headers }: FastifyRequest, body: Body | undefined): string | undefined {
  if (body !== undefined && ['GET', 'HEAD', 'OPTIONS'].includes(method))
    return `A ${method} has no body here.`
  const encoding = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked'
  return encoding === 'chunked' ? undefined : 'A body is sent as it is or chunked, in no other encoding.'
}

/**
 * Tells whether a request is unusual in its form; such a request shares no connection to the broker with other
 * requests.
 */
function isUnusual({ method, headers }: FastifyRequest, body: Body | undefined): boolean {
  const words = connectionWords(headers).filter((word) => word !== 'keep-alive' && word !== 'close')
  const isBodyUsual = body === undefined || (body.length !== undefined && method !== 'DELETE')
  return !isBodyUsual || words.length > 0 || headers.upgrade !== undefined || headers.expect !== undefined
}

/** Tells whether the response has no body (RFC 9110 §6.4.1). */
function isBodiless(request: FastifyRequest, answered: IncomingMessage): boolean {
  return request.method === 'HEAD' || answered.statusCode === 204 || answered.statusCode === 304
}

/** Passes `api/v5` on to a cluster. Bodies stream in both directions and are not read into memory. */
export const proxyPlugin: FastifyPluginAsync<ProxyOptions> = async (app, options) => {
  const { pool, basePath, timeouts = defaultTimeouts, longTimeouts = defaultLongTimeouts } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async () => undefined)
  app.addHook('onClose', async () => {
    pool.close()
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = request.raw.url ?? ''
    // The router also accepts other spellings of the prefix, but they could not be passed on unchanged.
    if (!url.startsWith(`${basePath}api/v5/`)) {
      reply.callNotFound()
      return reply
    }
    const path = url.slice(basePath.length - 1)
    if (hasDotSegment(parseTarget(path).path)) {
      const message = 'A path has no segments of dots here.'
      return reply.code(400).header('connection', 'close').send({ code: 'BAD_REQUEST', message })
    }
    const body = findBody(request)
    const fault = framingFault(request, body)
    if (fault !== undefined)
      return reply.code(400).header('connection', 'close').send({ code: 'BAD_REQUEST', message: fault })
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort()
    })
    try {
      const { upstream, answer: answered } = await pool.ask(({ url: { pathname } }) => ({
        method: request.method,
        path: `${pathname.replace(/\/$/, '')}${path}`,
        headers: headersToUpstream(request.headers, request.ip),
        body,
        isAlone: isUnusual(request, body),
        timeouts: longOperation.test(path) ? longTimeouts : timeouts,
        signal: gone.signal,
      }))
      if (pool.upstreams.length > 1) reply.header(answeredByHeader, upstream.url.host)
      // A response that breaks off on the broker's side has to break off on this side too.
      answered.on('error', () => reply.raw.destroy())
      if (!request.raw.complete) reply.header('connection', 'close')
      reply.code(answered.statusCode ?? 502).headers(headersToClient(answered.headers))
      if (!isBodiless(request, answered)) return reply.send(answered)
      answered.resume()
      return reply.send()
    } catch (error) {
      if (!(error instanceof NobodyAnswered)) throw error
      const { status, code, message } = readUpstreamProblem(error.cause, error.upstream.url)
      if (!request.raw.complete) reply.header('connection', 'close')
      return reply.code(status).send({ code, message })
    }
  }

  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/api/v5/*',
    bodyLimit: Number.MAX_SAFE_INTEGER,
    handler: answer,
  })
}
