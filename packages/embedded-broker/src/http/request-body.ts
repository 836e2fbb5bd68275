import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from './api-refusal.ts'

/** Above the broker's own packet limit of 1 MB, so that a too large message is refused with its reason. */
const bodyLimit = 8 * 1024 * 1024
/** Forms carry files: backups. */
const formLimit = 64 * 1024 * 1024

const form = /^multipart\/form-data\b/i

/** Bodies are taken in as bytes; what they are is the endpoint's to say. */
export function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: formLimit }, (_request, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
}

/** Before the body is read: nobody sends a form of that size to an endpoint that takes none. */
export function refuseStrayForm(request: FastifyRequest, endpoint: Endpoint): void {
  const takesForm = endpoint.sends === 'form' || endpoint.sends === 'json-or-form'
  if (endpoint.body !== undefined && !takesForm && form.test(typeOf(request))) throw notJson()
}

export function requestBody(request: FastifyRequest, endpoint: Endpoint): unknown {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (endpoint.sends === 'form')
    return isJson(typeOf(request)) ? jsonList(bytes) : formFields(bytes, typeOf(request))
  if (endpoint.sends === 'json-or-form' && form.test(typeOf(request)))
    return formFields(bytes, typeOf(request))
  if (endpoint.sends !== 'text') return json(bytes, typeOf(request))
  if (isJson(typeOf(request)))
    throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'content-type:text/plain Required')
  return bytes.toString('utf8')
}

/** A list may take the place of a form that carries it as a file; anything else is no form. */
function jsonList(bytes: Buffer): unknown {
  const value = json(bytes, 'application/json')
  return Array.isArray(value) ? value : {}
}

function json(bytes: Buffer, type: string): unknown {
  if (bytes.length === 0) return {}
  if (!isJson(type)) throw notJson()
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refusal(400, 'BAD_REQUEST', 'Invalid json message received')
  }
}

/** Whatever is no form has no fields: the endpoint says which one it misses. */
async function formFields(bytes: Buffer, type: string): Promise<Record<string, unknown>> {
  if (!form.test(type)) return {}
  try {
    const fields = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
    return Object.fromEntries(fields)
  } catch {
    return {}
  }
}

const isJson = (type: string): boolean => /^application\/json\s*(;|$)/i.test(type)

const typeOf = (request: FastifyRequest): string => request.headers['content-type'] ?? ''

function notJson() {
  return refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'content-type:application/json Required')
}
