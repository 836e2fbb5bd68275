import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import type { ApiSource } from './api-source.ts'
import { forward } from './forward.ts'
import type { ClusterSource } from './options.ts'
import { proxyPlugin } from './proxy-plugin.ts'
import { StartError } from './start-error.ts'
import { openUpstream, type Upstream } from './upstream.ts'
import { readUpstreamProblem } from './upstream-problem.ts'

const probeTimeouts = { connect: 4_000, idle: 4_000 }

const longestAnswer = 64 * 1024

/** How EMQX 5 refuses a request without a token. */
const refusalSchema = v.object({
  code: v.picklist(['AUTHORIZATION_HEADER_ERROR', 'BAD_TOKEN', 'TOKEN_TIME_OUT', 'BAD_API_KEY_OR_SECRET']),
  message: v.string(),
})

function spell(url: URL): string {
  return url.href.replace(/\/$/, '')
}

/** A cluster that cannot be reached is no reason not to start: the page says so until it comes back. */
export async function openClusterSource(source: ClusterSource, basePath: string): Promise<ApiSource> {
  const upstream = openUpstream(source.url, source)
  const webSocket = openUpstream(source.webSocketUrl, source)
  const probe = await probeBroker(upstream)
  if (probe.kind === 'other') {
    upstream.close()
    throw new StartError(
      'NOT_AN_EMQX_API',
      `--broker ${spell(source.url)} answers, but is not an EMQX 5 API: ${probe.reason}`,
    )
  }
  const state = probe.kind === 'emqx' ? '' : `\n(${probe.reason}; the console says so until it comes back)`
  return {
    mode: 'cluster',
    brokerName: source.url.host,
    api: async (app) => {
      await app.register(proxyPlugin, { upstream, basePath })
    },
    mqttTarget: () => webSocket,
    facts: [
      ['Cluster', `${spell(source.url)}${state}`],
      ['Sign in', 'with a user of the cluster'],
      ['MQTT', `over WebSocket through the console, to ${spell(source.webSocketUrl)}`],
    ],
    close: async () => {
      upstream.close()
      webSocket.close()
    },
  }
}

export type ProbeResult =
  | { readonly kind: 'emqx' }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'other'; readonly reason: string }

async function readText(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk
    if (text.length > longestAnswer) break
  }
  return text
}

function isRefusal(text: string): boolean {
  try {
    return v.is(refusalSchema, JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

async function ask(
  upstream: Upstream,
  path: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await forward(upstream, {
    method: 'GET',
    path: `${upstream.url.pathname.replace(/\/$/, '')}/api/v5/${path}`,
    headers: { accept: 'application/json' },
    body: undefined,
    timeouts: probeTimeouts,
    signal: AbortSignal.timeout(2 * probeTimeouts.idle),
  })
  return { status: answer.statusCode ?? 0, text: await readText(answer) }
}

/** Whether an EMQX 5 API is there; asks only what needs no token. */
export async function probeBroker(upstream: Upstream): Promise<ProbeResult> {
  try {
    const nodes = await ask(upstream, 'nodes')
    if (nodes.status === 401 && isRefusal(nodes.text)) return { kind: 'emqx' }
    // What a reverse proxy says for a cluster that is down.
    if ([502, 503, 504].includes(nodes.status)) {
      return { kind: 'unreachable', reason: `${upstream.url.host} answers ${nodes.status}` }
    }
    const status = await ask(upstream, 'status')
    if (status.status === 200 && /\bemqx is (?:not_)?running\b|"rel_vsn"/.test(status.text))
      return { kind: 'emqx' }
    return { kind: 'other', reason: `GET api/v5/nodes without a token gave ${nodes.status}, not EMQX's 401` }
  } catch (error) {
    return isForeignProtocol(error)
      ? { kind: 'other', reason: `what it sends is not HTTP (${error.message})` }
      : { kind: 'unreachable', reason: readUpstreamProblem(error, upstream.url).message }
  }
}

/** An MQTT listener or a plain TCP service answers, but node's HTTP parser cannot read it. */
function isForeignProtocol(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('HPE_')
  )
}
