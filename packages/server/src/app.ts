import { brokerFastifyOptions } from '@brokerdeck/embedded-broker/http/broker-fastify-options.ts'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { compressAnswers } from './compress-answers.ts'
import type { PageFacts } from './console-page.ts'
import { consolePlugin } from './console-plugin.ts'
import { hostRefusal } from './known-host.ts'
import { openMqttTunnel } from './mqtt-tunnel.ts'
import { refuseWrites } from './read-only.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { type BodyPace, cutTrickles } from './trickle.ts'
import { trustIn } from './trusted-proxies.ts'
import { answerTunnelProbe } from './tunnel-probe.ts'
import type { Upstream } from './upstream.ts'

export interface AppOptions {
  readonly consoleDir: string
  readonly version: string
  /** Begins and ends with a slash. */
  readonly basePath: string
  readonly facts: PageFacts
  /** Answers `api/v5/*` below the base path. */
  readonly api: FastifyPluginAsync
  readonly mqttTarget: (node: string | undefined) => Upstream | undefined
  /** Names by which it may be asked; undefined lets every one in. */
  readonly allowedNames?: readonly string[] | undefined
  /** Addresses and networks of reverse proxies whose word about the client counts. */
  readonly trustedProxies?: readonly string[]
  readonly bodyPace?: BodyPace
  readonly report: (line: string) => void
}

/** A client id has up to 64 KB, each byte of it may be written as three in a path. */
const longestPath = 256 * 1024
/** A backup of 64 MB over a slow line; what is slower than that only keeps a connection. */
const slowestRequest = 600_000

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { basePath, facts, allowedNames, report } = options
  const isTrusted = trustIn(options.trustedProxies ?? [])
  const app = Fastify({
    ...brokerFastifyOptions,
    trustProxy: isTrusted,
    logger: { level: 'error', stream: { write: (line: string) => report(line.trimEnd()) } },
    forceCloseConnections: 'idle',
    // Uploads to a cluster may take their time, whatever it allows.
    requestTimeout: facts.mode === 'embedded' ? slowestRequest : 0,
    routerOptions: { maxParamLength: longestPath, ignoreTrailingSlash: true },
    http: { maxHeaderSize: longestPath },
  })
  addSecurityHeaders(app)
  refuseStrangers(app, allowedNames)
  cutTrickles(app, options.bodyPace)
  if (facts.readOnly) refuseWrites(app, basePath)
  const tunnel = { basePath, readOnly: facts.readOnly, target: options.mqttTarget }
  answerTunnelProbe(app, tunnel)

  app.setNotFoundHandler((request, reply) => {
    const message = `${request.method} ${request.url.split('?')[0]} is nothing that Brokerdeck serves`
    return reply.code(404).send({ code: 'NOT_FOUND', message })
  })
  app.setErrorHandler((error, request, reply) => {
    const status = hasStatus(error) ? error.statusCode : 500
    if (status < 500) return reply.code(status).send({ code: 'BAD_REQUEST', message: messageOf(error) })
    request.log.error(error)
    return reply.code(500).send({ code: 'INTERNAL_ERROR', message: 'Brokerdeck failed; its log says why.' })
  })

  await app.register(
    async (scope) => {
      compressAnswers(scope)
      await scope.register(options.api)
    },
    { prefix: basePath },
  )
  await app.register(consolePlugin, {
    prefix: basePath,
    dir: options.consoleDir,
    basePath,
    version: options.version,
    facts,
  })
  const opened = openMqttTunnel(app.server, { ...tunnel, allowedNames, isTrusted, report })
  app.addHook('preClose', async () => opened.close())
  return app
}

/** Before anything is routed: requests for names that are not ours, and request lines that ask for no path. */
function refuseStrangers(app: FastifyInstance, allowedNames: readonly string[] | undefined): void {
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

function messageOf(error: unknown): string {
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
