import { randomBytes } from 'node:crypto'
import https from 'node:https'
import { brokerFastifyOptions } from '@brokerdeck/embedded-broker/http/broker-fastify-options.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifyServerFactory } from 'fastify'
import Fastify from 'fastify'
import type { AuditLog } from '#audit/audit-log.ts'
import { auditWrites } from '#audit/audit-writes.ts'
import { serveAuditLog } from '#audit/serve-audit-log.ts'
import { SignedInUsers } from '#audit/signed-in-users.ts'
import { answerPolicy, partPolicy } from '#guards/content-security-policy.ts'
import { hostRefusal } from '#guards/known-host.ts'
import { sayRefusedSignIns } from '#guards/refused-sign-in.ts'
import { parseTarget, type RequestTarget } from '#guards/request-target.ts'
import { refuseClosed, refuseWrites } from '#guards/restrictions.ts'
import { trustIn } from '#guards/trusted-proxies.ts'
import type { SeenRequest } from '#lib/format-access.ts'
import { openMqttTunnel } from '#proxy/mqtt-tunnel.ts'
import { originRefusal, pageOriginHeader } from '#proxy/page-origin.ts'
import { type TunnelOptions, type TunnelRefusal, tunnelTarget } from '#proxy/tunnel-target.ts'
import type { Upstream } from '#proxy/upstream.ts'
import { readUpstreamProblem, UpstreamTimeout } from '#proxy/upstream-problem.ts'
import type { PageFacts } from '#sources/page-facts.ts'
import { compressAnswers } from './compress-answers.ts'
import { consolePlugin } from './console-plugin.ts'
import type { TlsPair } from './own-tls.ts'

const patience = 5_000

const minBodyRate: BodyPace = { bytes: 4096, within: 10_000 }

export interface AppOptions {
  readonly consoleDir: string
  readonly version: string
  /** The base path, which begins and ends with a slash. */
  readonly basePath: string
  readonly facts: PageFacts
  /** Handles `api/v5/*` below the base path. */
  readonly api: FastifyPluginAsync
  readonly mqttTarget: (node: string | undefined) => Upstream | undefined
  /** The host names that requests may use; undefined allows every name. */
  readonly allowedNames?: readonly string[] | undefined
  /** The addresses and networks of reverse proxies whose headers about the client are trusted. */
  readonly trustedProxies?: readonly string[]
  readonly bodyPace?: BodyPace
  /** If set, the server listens with TLS. */
  readonly tls?: TlsPair | undefined
  /** Called for each request after its response was sent. */
  readonly observe?: ((seen: SeenRequest) => void) | undefined
  /** If set, each write is recorded in this audit log. */
  readonly audit?: AuditLog | undefined
  readonly report: (line: string) => void
}

/**
 * The maximum length of a path: a client id may have 64 KB, and each of its bytes may take three characters in a
 * path.
 */
export const longestPath = 256 * 1024
/**
 * The time, in milliseconds, for a backup of 64 MB over a slow connection; a slower request only occupies a
 * connection.
 */
const slowestRequest = 600_000

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { basePath, facts, allowedNames, report, tls, observe, audit } = options
  // Uploads to a cluster may take any time, whatever the cluster itself allows.
  const requestTimeout = facts.mode === 'embedded' ? slowestRequest : 0
  const isTrusted = trustIn(options.trustedProxies ?? [])
  const app = Fastify({
    ...brokerFastifyOptions,
    trustProxy: isTrusted,
    logger: { level: 'error', stream: { write: (line: string) => report(line.trimEnd()) } },
    forceCloseConnections: 'idle',
    requestTimeout,
    routerOptions: { maxParamLength: longestPath, ignoreTrailingSlash: true },
    http: { maxHeaderSize: longestPath },
    ...(tls === undefined ? {} : { serverFactory: overTls(tls, requestTimeout) }),
  })
  if (observe !== undefined) observeAnswers(app, observe)
  addSecurityHeaders(app)
  rejectUnknownHosts(app, allowedNames)
  abortSlowBodies(app, options.bodyPace)
  const users = new SignedInUsers()
  const cluster = facts.brokerName
  if (audit !== undefined) auditWrites(app, { log: audit, users, cluster, basePath, report })
  if (facts.readOnly) refuseWrites(app, basePath)
  refuseClosed(app, facts.closed ?? [])
  const tunnel = {
    basePath,
    readOnly: facts.readOnly,
    closed: facts.closed ?? [],
    target: options.mqttTarget,
  }
  answerTunnelProbe(app, tunnel)

  app.setNotFoundHandler((request, reply) => {
    const message = `${request.method} ${request.url.split('?')[0]} is nothing that Brokerdeck serves`
    return reply.code(404).send({ code: 'NOT_FOUND', message })
  })
  app.setErrorHandler((error, request, reply) => {
    const status = hasStatus(error) ? error.statusCode : 500
    if (status < 500)
      return reply.code(status).send({ code: 'BAD_REQUEST', message: readErrorMessage(error) })
    request.log.error(error)
    return reply.code(500).send({ code: 'INTERNAL_ERROR', message: 'Brokerdeck failed; its log says why.' })
  })

  await app.register(
    async (scope) => {
      sayRefusedSignIns(scope, basePath)
      compressAnswers(scope)
      await scope.register(options.api)
      if (facts.mode !== 'clusters')
        serveAuditLog(scope, { log: audit, users, cluster, isShared: facts.clusters !== undefined, basePath })
    },
    { prefix: basePath },
  )
  await app.register(consolePlugin, {
    prefix: basePath,
    dir: options.consoleDir,
    basePath,
    version: options.version,
    facts: { ...facts, ...describeAudit(facts, audit) },
  })
  const opened = openMqttTunnel(app.server, { ...tunnel, allowedNames, isTrusted, observe, report })
  app.addHook('preClose', async () => opened.close())
  return app
}

/** The overview of several clusters has no sign-in, so it describes no audit log. */
function describeAudit({ mode }: PageFacts, audit: AuditLog | undefined): Pick<PageFacts, 'auditLog'> {
  if (audit === undefined || mode === 'clusters') return {}
  return { auditLog: audit.files === undefined ? 'output' : 'file' }
}

function observeAnswers(app: FastifyInstance, observe: NonNullable<AppOptions['observe']>): void {
  const clients = new WeakMap<FastifyRequest, string>()
  // When the response is sent, the socket may be closed already, and the address of the client is then unknown.
  app.addHook('onRequest', async (request) => void clients.set(request, request.ip))
  app.addHook('onResponse', async (request, reply) =>
    observe({
      client: clients.get(request) ?? '',
      method: request.method,
      path: request.raw.url?.split('?')[0] ?? '',
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
    }),
  )
}

function overTls(tls: TlsPair, requestTimeout: number): FastifyServerFactory {
  return (handler) => {
    const server = https.createServer({ ...tls, maxHeaderSize: longestPath }, handler)
    server.requestTimeout = requestTimeout
    return server
  }
}

/** Rejects requests for unknown host names, and request lines without a path, before they are routed. */
function rejectUnknownHosts(app: FastifyInstance, allowedNames: readonly string[] | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    const stranger = hostRefusal(request.headers.host, allowedNames)
    if (stranger !== undefined)
      return reply.code(stranger.status).send({ code: stranger.code, message: stranger.message })
    if (/^\/(?![/\\])/.test(request.raw.url ?? '')) return undefined
    return reply
      .code(404)
      .send({ code: 'NOT_FOUND', message: 'The request line asks for no path of this server.' })
  })
}

function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function hasStatus(error: unknown): error is { readonly statusCode: number } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'statusCode' in error &&
    typeof error.statusCode === 'number'
  )
}

/**
 * Adds headers to every response; the console's own files set a policy that allows them to run, and their own cache
 * time.
 */
function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': answerPolicy, 'cache-control': 'no-store' })
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
    // These headers would be a third of the size of a small script or style, where browsers ignore them.
    if (reply.getHeader('content-security-policy') === partPolicy) return
    reply.headers({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    })
  })
}

/** The minimum rate of a request body; a slower body only occupies a connection and whatever waits for it. */
export interface BodyPace {
  readonly bytes: number
  /** The period, in milliseconds. */
  readonly within: number
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Ends connections whose body arrives too slowly. Data that waits because it is not read here is not the client's
 * fault.
 */
function abortSlowBodies(app: FastifyInstance, pace: BodyPace = minBodyRate): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return
    const { raw } = request
    const { socket } = raw
    let before = socket.bytesRead
    const timer = setInterval(() => {
      const came = socket.bytesRead - before
      before = socket.bytesRead
      if (came >= pace.bytes || raw.complete || raw.readableLength > 0) return
      const mayAnswer = !reply.raw.headersSent
      if (mayAnswer)
        socket.write('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      socket.destroySoon()
      raw.destroy()
    }, pace.within)
    timer.unref()
    for (const event of ['end', 'close'] as const) raw.once(event, () => clearInterval(timer))
  })
}

/** Performs the same handshake with the broker as the tunnel, then disconnects at once. */
function probeWebSocket(upstream: Upstream): Promise<TunnelRefusal | undefined> {
  const handshake = {
    method: 'GET',
    path: upstream.url.pathname,
    headers: {
      host: upstream.url.host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-protocol': 'mqtt',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  }
  const outgoing = upstream.open(handshake, 'single')
  outgoing.setTimeout(patience, () => outgoing.destroy(new UpstreamTimeout('handshake')))
  return new Promise((resolve) => {
    outgoing.on('error', (error) => resolve(readUpstreamProblem(error, upstream.url)))
    outgoing.on('response', (response) => {
      response.resume()
      const message = `${upstream.url.host} refused the WebSocket with ${response.statusCode}`
      resolve({ status: 502, code: 'UPSTREAM_UNREACHABLE', message })
    })
    outgoing.on('upgrade', (_response, socket) => {
      socket.on('error', () => socket.destroy())
      socket.destroy()
      resolve(undefined)
    })
    outgoing.end()
  })
}

async function whyNotOpen(
  { query }: RequestTarget,
  options: TunnelOptions,
): Promise<TunnelRefusal | undefined> {
  const found = tunnelTarget(query, options)
  return 'open' in found ? probeWebSocket(found) : found
}

/**
 * A browser does not tell a page why a WebSocket failed. A plain request for the tunnel's address that accepts only
 * JSON returns 204 or the error; a user who opens the address gets the page, as at every other address.
 */
function answerTunnelProbe(app: FastifyInstance, options: TunnelOptions): void {
  const path = `${options.basePath}mqtt`
  app.addHook('onRequest', async (request, reply) => {
    const target = parseTarget(request.raw.url)
    const isProbe = request.method === 'GET' && request.headers.accept === 'application/json'
    if (!isProbe || target.path !== path) return
    const origin = request.headers[pageOriginHeader]
    const refusal =
      originRefusal(typeof origin === 'string' ? origin : undefined, request.headers) ??
      (await whyNotOpen(target, options))
    if (refusal === undefined) await reply.code(204).send()
    else await reply.code(refusal.status).send({ code: refusal.code, message: refusal.message })
  })
}
