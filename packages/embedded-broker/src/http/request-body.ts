import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiRefusal, refusal } from './api-refusal.ts'
import { findExcess, importBounds, type JsonBounds, usualBounds } from './read-json.ts'

/**
 * The body limit in bytes, above the broker's own packet limit of 1 MB, so that a too large message is refused with
 * its reason.
 */
const bodyLimit = 8 * 1024 * 1024
/** The limit for public endpoints, which receive a name and a password, and for endpoints that read no body. */
const smallLimit = 16 * 1024
/** The limit for forms, which carry files: backups. */
const formLimit = 64 * 1024 * 1024

const form = /^multipart\/form-data\b/i

/** Receives bodies as bytes, up to the limit of the endpoint; the endpoint determines how they are parsed. */
export function readBodiesAsBytes(
  app: FastifyInstance,
  endpointOf: (request: FastifyRequest) => Endpoint | undefined,
): void {
  app.removeAllContentTypeParsers()
  const getLimit = (request: FastifyRequest) => {
    if (form.test(getType(request))) return formLimit
    const endpoint = endpointOf(request)
    return endpoint?.body === undefined || endpoint.access === 'public' ? smallLimit : bodyLimit
  }
  // Fastify has a single limit for all endpoints; it remains as the outermost limit.
  app.addContentTypeParser(
    '*',
    { bodyLimit: formLimit },
    (request: FastifyRequest, payload: FastifyRequest['raw']) =>
      readBytes(payload, getLimit(request), Number(request.headers['content-length'] ?? 0)),
  )
}

function readBytes(payload: FastifyRequest['raw'], limit: number, announced: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    // Excess bytes are read and discarded, so that the response still reaches the client.
    const take = (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) {
        chunks.length = 0
        reject(tooLarge(limit))
      } else chunks.push(chunk)
    }
    if (announced > limit) reject(tooLarge(limit))
    payload.on('data', take)
    payload.once('end', () => resolve(Buffer.concat(chunks)))
    payload.once('error', reject)
  })
}

/**
 * Runs before the body is read: refuses a form to an endpoint that accepts no forms, because the limit of forms is
 * larger.
 */
export function refuseStrayForm(request: FastifyRequest, endpoint: Endpoint): void {
  const takesForm = endpoint.sends === 'form' || endpoint.sends === 'json-or-form'
  if (endpoint.body !== undefined && !takesForm && form.test(getType(request))) throw notJson()
}

export function requestBody(request: FastifyRequest, endpoint: Endpoint): unknown {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (endpoint.sends === 'form')
    return isJson(getType(request)) ? jsonList(bytes) : formFields(bytes, getType(request))
  if (endpoint.sends === 'json-or-form' && form.test(getType(request)))
    return formFields(bytes, getType(request))
  if (endpoint.sends !== 'text') return json(bytes, getType(request))
  if (isJson(getType(request)))
    throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'content-type:text/plain Required')
  return bytes.toString('utf8')
}

/**
 * Returns a JSON list, which may replace a form that carries it as a file; any other value counts as a form without
 * fields.
 */
function jsonList(bytes: Buffer): unknown {
  const value = json(bytes, 'application/json', importBounds)
  return Array.isArray(value) ? value : {}
}

function json(bytes: Buffer, type: string, bounds: JsonBounds = usualBounds): unknown {
  if (bytes.length === 0) return {}
  if (!isJson(type)) throw notJson()
  const excess = findExcess(bytes, bounds)
  if (excess !== undefined) throw refusal(400, 'BAD_REQUEST', `The request is ${excess}`)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refusal(400, 'BAD_REQUEST', 'Invalid json message received')
  }
}

/** Returns the fields of a form. Anything else has no fields, so the endpoint reports which field is missing. */
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

const getType = (request: FastifyRequest): string => request.headers['content-type'] ?? ''

/** Returns a 413. The rest of the body is not read: the connection ends with the response. */
function tooLarge(limit: number): ApiRefusal {
  const message = `The body is too large: at most ${Math.floor(limit / 1024)} KB`
  return new ApiRefusal(413, { code: 'BAD_REQUEST', message }, { connection: 'close' })
}

function notJson() {
  return refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'content-type:application/json Required')
}
