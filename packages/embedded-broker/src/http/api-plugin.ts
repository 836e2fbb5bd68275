import { Readable } from 'node:stream'
import { fileSchema } from '@brokerdeck/contract/file.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { BrokerContext } from '../compose/broker-context.ts'
import type { BrokerLog } from '../log/broker-log.ts'
import { FailedStore } from '../storage/store-errors.ts'
import { auditRecord } from '../system/audit/audit-record.ts'
import { ApiRefusal, refusal } from './api-refusal.ts'
import type { Pieces } from './api-resource.ts'
import { authorize } from './authorization.ts'
import type { Caller } from './caller.ts'
import type { EndpointTable, Match, Route } from './endpoint-table.ts'
import { readBodiesAsBytes, refuseStrayForm, requestBody } from './request-body.ts'
import { parseFirstFaults, type RequestPart, violation } from './violation.ts'

interface Routed {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly search: string
  readonly caller: Caller | undefined
}

/** Answers all requests below `/api/v5`. */
export function apiPlugin(context: BrokerContext, table: EndpointTable): FastifyPluginAsync {
  return async (app) => {
    const routed = new WeakMap<FastifyRequest, Routed>()

    readBodiesAsBytes(app, (request) => routed.get(request)?.route.endpoint)
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
    app.setNotFoundHandler((request, reply) => answerUnknown(request, reply))
    // This hook runs before the body is read, so that unauthorized uploads are not received.
    app.addHook('onRequest', async (request, reply) => {
      const { path, search } = splitUrl(request.url)
      const match = table.match(request.method, path)
      if (match.kind === 'unknown') return answerUnknown(request, reply)
      const admitted = admit(match, request, context)
      routed.set(request, { ...admitted, search })
      const { route, params, caller } = admitted
      refuseForbidden(caller, { method: request.method, path: route.endpoint.path, params }, context)
      return undefined
    })
    app.addHook('onSend', async (request, reply, payload) => {
      const found = routed.get(request)
      if (found !== undefined && context.audit.isOn) {
        await context.audit.record(auditRecord(request, reply, found, context))
      }
      return payload
    })
    app.addHook('onResponse', async (request, reply) => {
      logRequest(context.log, request, reply, routed.get(request)?.caller)
    })
    app.all('/*', async (request, reply) => {
      const found = routed.get(request)
      if (found === undefined) return answerUnknown(request, reply)
      const { handler, pieces } = found.route
      const query = parseQuery(found.search)
      if (query === undefined) throw new ApiRefusal(400, undefined)
      const answer = await handler(
        {
          params: parsePart(found.route, 'params', found.params),
          query: parsePart(found.route, 'query', query),
          body: await readBody(found.route, request),
        },
        { ...pieces, caller: found.caller, ip: request.ip, accept: request.headers.accept ?? '' },
      )
      const { status, body } = answer
      return v.is(fileSchema, body) ? sendFile(reply, status, body) : send(reply, status, body)
    })
  }
}

function splitUrl(url: string): { readonly path: string; readonly search: string } {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return {
    path: path.slice(path.indexOf('/api/v5') + '/api/v5'.length),
    search: mark < 0 ? '' : url.slice(mark + 1),
  }
}

function admit(match: Exclude<Match, { kind: 'unknown' }>, request: FastifyRequest, context: BrokerContext) {
  if (match.kind === 'malformed') throw new ApiRefusal(400, undefined)
  if (match.kind === 'wrong-method') throw new ApiRefusal(405, undefined, { allow: match.allow })
  const access = match.kind === 'route' ? match.route.endpoint.access : 'token'
  const { path } = splitUrl(request.url)
  const caller = authorize({ access, path, header: request.headers.authorization }, context)
  if (match.kind === 'not-offered') {
    refuseForbidden(caller, { method: request.method, path: undefined, params: {} }, context)
    throw refusal(404, 'NOT_FOUND', `The embedded broker does not offer ${path}`)
  }
  refuseStrayForm(request, match.route.endpoint)
  return { route: match.route, params: match.params, caller }
}

function parsePart({ endpoint }: Route, part: RequestPart, value: unknown): unknown {
  const schema = endpoint[part]
  if (schema === undefined) return undefined
  const parsed = parseFirstFaults(schema, value)
  if (!parsed.success) throw violation(endpoint.path, part, parsed.issues)
  return parsed.output
}

async function readBody(route: Route, request: FastifyRequest): Promise<unknown> {
  const { endpoint } = route
  return endpoint.body === undefined
    ? undefined
    : parsePart(route, 'body', await requestBody(request, endpoint))
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  reply.code(status)
  if (body === undefined || body === null) return reply.send()
  if (typeof body === 'string') return reply.type('text/plain').send(body)
  return reply.type('application/json').send(JSON.stringify(body))
}

/**
 * The size in bytes above which a file is sent in pieces of this size, so that few bytes are held however many are
 * requested.
 */
const wholeFile = 1_048_576

async function* readPieces(file: Blob): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.size; at += wholeFile) {
    yield Buffer.from(await file.slice(at, at + wholeFile).arrayBuffer())
  }
}

async function sendFile(reply: FastifyReply, status: number, file: Blob): Promise<FastifyReply> {
  const { type, size } = file
  reply.header('content-disposition', 'name' in file ? `attachment; filename=${file.name}` : 'attachment')
  reply.code(status).type(type === '' ? 'application/octet-stream' : type)
  if (size <= wholeFile) return reply.send(Buffer.from(await file.arrayBuffer()))
  return reply.header('content-length', size).send(Readable.from(readPieces(file)))
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accept = request.headers.accept ?? '*/*'
  reply.code(404)
  if (accept.startsWith('application/json')) {
    return send(reply, 404, { code: 'NOT_FOUND', message: 'Request Path Not Found' })
  }
  if (accept.startsWith('text/plain')) return reply.type('text/plain').send('404 - NOT FOUND')
  const page = '<html><head><title>404 - NOT FOUND</title></head><body><h1>404 - NOT FOUND</h1></body></html>'
  return reply.type('text/html').send(page)
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ApiRefusal) {
    reply.headers(error.headers)
    return send(reply, error.status, error.body)
  }
  if (error instanceof FailedStore) {
    return send(reply, 503, { code: 'SERVICE_UNAVAILABLE', message: error.message })
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  if (status === 413) return send(reply, 413, { code: 'BAD_REQUEST', message: 'The body is too large' })
  if (status === 415) {
    return send(reply, 415, {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'content-type:application/json Required',
    })
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return send(reply, status, { code: 'BAD_REQUEST', message: error instanceof Error ? error.message : '' })
  }
  // The client disconnected in the middle of its request: the response has no receiver, and the broker has not
  // failed.
  if (request.raw.destroyed && !request.raw.complete) {
    return send(reply, 400, { code: 'BAD_REQUEST', message: 'The request ended before its body' })
  }
  request.log.error(error)
  return send(reply, 500, { code: 'INTERNAL_ERROR', message: 'The embedded broker failed; its log says why' })
}

/** Logs writes and failed requests; never logs the contents of a body or a query, which may hold passwords. */
function logRequest(
  log: BrokerLog,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
): void {
  const { method, ip } = request
  const status = reply.statusCode
  const details = {
    method,
    path: request.url.split('?', 1)[0],
    status,
    caller: caller?.username,
    ip,
    ms: Math.round(reply.elapsedTime),
  }
  if (status >= 500) log.write({ level: 'error', message: 'api_request_failed', details })
  else if (status === 401) {
    log.write({ level: 'warning', message: 'api_request_unauthorized', details, isThrottled: true })
  } else if (method !== 'GET') log.write({ level: 'info', message: 'api_request', details })
}

type RawQuery = Readonly<Record<string, string | readonly string[]>>

/** Parses the keys and values of a query; a repeated key becomes a list. Returns undefined if an escape is invalid. */
function parseQuery(text: string): RawQuery | undefined {
  const query = new Map<string, string | string[]>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const key = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1))
    if (key === undefined || value === undefined) return undefined
    const before = query.get(key)
    if (before === undefined) query.set(key, value)
    else if (typeof before === 'string') query.set(key, [before, value])
    else before.push(value)
  }
  return Object.fromEntries(query)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

interface Operation {
  readonly method: string
  /** The path of the contract, with `:parameters`; undefined for endpoints that this broker does not offer. */
  readonly path: string | undefined
  readonly params: Readonly<Record<string, string>>
}

/** Throws the broker's 403 if the role of the caller does not allow the operation. Only Enterprise has roles. */
function refuseForbidden(
  caller: Caller | undefined,
  operation: Operation,
  { edition }: Pieces<'edition'>,
): void {
  if (edition === 'community' || caller === undefined || isAllowed(caller, operation)) return
  const who = caller.kind === 'api-key' ? 'This API Key' : 'You'
  throw refusal(403, 'UNAUTHORIZED_ROLE', `${who} don't have permission to access this resource`)
}

function isAllowed({ kind, role, id }: Caller, { method, path, params }: Operation): boolean {
  if (role === 'administrator') return true
  if (role === 'publisher') return method === 'POST' && (path === '/publish' || path === '/publish/bulk')
  if (method === 'GET') return true
  if (kind === 'api-key' || method !== 'POST') return false
  return path === '/logout' || (path === '/users/:username/change_pwd' && params['username'] === id)
}
