import { Readable } from 'node:stream'
import type { SsoFailure } from '@brokerdeck/contract/console-server.ts'
import type { FastifyInstance } from 'fastify'
import { unpack } from '#lib/unpack.ts'
import { parseTarget } from './request-target.ts'

/**
 * Matches the paths to which identity providers send the browser back, and those from which a form sends it to a
 * provider (EMQX 5.8.9).
 */
const returns = /^api\/v5\/sso\/(?:(oidc|saml)\/(?:callback|acs)|login\/(oidc|saml))$/

/** The maximum number of bytes that are read and unpacked from a refusal: far more than any refusal of EMQX has. */
const mostRead = 64 * 1024

/**
 * Maps EMQX's reasons to causes. `session_not_exists` means that the login took too long, or the address was opened
 * again.
 */
const knownReasons: Readonly<Record<string, SsoFailure>> = {
  session_not_exists: 'expired',
  provider_not_ready: 'provider',
}

/**
 * Sends a browser that comes back from an identity provider to the login page when the broker refuses the login: EMQX
 * responds to the document request with JSON. The page gets the name of the provider and one of six causes, so that
 * no link can make it show arbitrary text.
 */
export function sayRefusedSignIns(scope: FastifyInstance, basePath: string): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const isDocument = request.headers.accept?.includes('text/html') === true
    if (reply.statusCode < 400 || !isDocument) return payload
    const { path, query } = parseTarget(request.raw.url)
    const [, back, onward] = path.startsWith(basePath)
      ? (returns.exec(path.slice(basePath.length)) ?? [])
      : []
    const provider = back ?? onward
    if (provider === undefined) return payload
    const body = await readStart(payload)
    const cause = findCause(
      reply.statusCode,
      query,
      unpack(body, reply.getHeader('content-encoding'), mostRead),
    )
    for (const name of ['content-type', 'content-length', 'content-encoding', 'etag'])
      reply.removeHeader(name)
    // 303 changes the method: a SAML response comes by POST, but the page is read by GET.
    reply.code(303).header('location', `${basePath}login?sso_refused=${provider}&sso_cause=${cause}`)
    return ''
  })
}

function findCause(status: number, query: URLSearchParams, body: string): SsoFailure {
  // RFC 6749 §4.1.2.1: the provider itself reports the refusal, and the broker then misses the code.
  if (query.has('error')) return 'denied'
  if (status === 404) return 'switched-off'
  if (status >= 500) return 'broker'
  const [, reason = ''] =
    /"(?:reason|message)"\s*:\s*"(session_not_exists|provider_not_ready)"/.exec(body) ?? []
  return knownReasons[reason] ?? 'rejected'
}

/** Reads the start of a refusal. A refusal that is longer or breaks off has no reason that is known here. */
async function readStart(payload: unknown): Promise<Buffer> {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return Buffer.from(payload)
  if (!(payload instanceof Readable)) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of payload) {
      const part = Buffer.from(chunk)
      size += part.length
      if (size > mostRead) break
      chunks.push(part)
    }
  } catch {
    return Buffer.alloc(0)
  }
  return Buffer.concat(chunks)
}
