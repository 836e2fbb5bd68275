import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { parseTarget } from './request-target.ts'

/** Where identity providers send the browser back to (EMQX 5.8.9). */
const returns = /^api\/v5\/sso\/(oidc|saml)\/(?:callback|acs)$/

/**
 * Sends a browser that comes back from an identity provider to the login page when the broker refuses it: EMQX answers
 * the document with JSON. The page gets only the name of the provider, so that no link can put words into it.
 */
export function sayRefusedSignIns(scope: FastifyInstance, basePath: string): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const isDocument = request.headers.accept?.includes('text/html') === true
    if (reply.statusCode < 400 || !isDocument) return payload
    const { path } = parseTarget(request.raw.url)
    const provider = path.startsWith(basePath) ? returns.exec(path.slice(basePath.length))?.[1] : undefined
    if (provider === undefined) return payload
    if (payload instanceof Readable) payload.resume()
    for (const name of ['content-type', 'content-length', 'content-encoding', 'etag'])
      reply.removeHeader(name)
    // 303: a SAML response comes by POST, the page is read by GET.
    reply.code(303).header('location', `${basePath}login?sso_refused=${provider}`)
    return ''
  })
}
