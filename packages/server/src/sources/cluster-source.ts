import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { StartError } from '#lib/start-error.ts'
import type { ClusterSource } from '#options/source-options.ts'
import { forward } from '#proxy/forward.ts'
import { proxyPlugin } from '#proxy/proxy-plugin.ts'
import { openUpstream, type Upstream } from '#proxy/upstream.ts'
import { UpstreamPool } from '#proxy/upstream-pool.ts'
import { readUpstreamProblem } from '#proxy/upstream-problem.ts'
import type { ApiSource } from './api-source.ts'

const probeTimeouts = { connect: 4_000, idle: 4_000 }

const longestAnswer = 64 * 1024

/** The response with which EMQX 5 refuses a request without a token. */
const refusalSchema = v.object({
  code: v.picklist(['AUTHORIZATION_HEADER_ERROR', 'BAD_TOKEN', 'TOKEN_TIME_OUT', 'BAD_API_KEY_OR_SECRET']),
  message: v.string(),
})

function spell(url: URL): string {
  return url.href.replace(/\/$/, '')
}

/**
 * Returns the first address that responds but is not EMQX, otherwise the first that is EMQX, otherwise the reason why
 * the first cannot be reached.
 */
async function probeAll(
  upstreams: readonly Upstream[],
): Promise<{ at: Upstream | undefined; probe: ProbeResult }> {
  const probes = await Promise.all(upstreams.map(async (at) => ({ at, probe: await probeBroker(at) })))
  const findProbe = (kind: ProbeResult['kind']) => probes.find(({ probe }) => probe.kind === kind)
  return (
    findProbe('other') ??
    findProbe('emqx') ??
    probes[0] ?? { at: undefined, probe: { kind: 'unreachable', reason: 'no address' } }
  )
}

/**
 * Opens a cluster. An unreachable cluster does not prevent the start: the page reports it until the cluster is back.
 */
export async function openClusterSource(
  source: ClusterSource,
  basePath: string,
  report: (line: string) => void,
): Promise<ApiSource> {
  const [first, ...others] = source.urls
  const open = (url: URL) => openUpstream(url, source)
  const pool = new UpstreamPool([open(first), ...others.map(open)], { report })
  const webSockets = source.webSocketUrls.map(open)
  const { at, probe } = await probeAll(pool.upstreams)
  if (at !== undefined && probe.kind === 'other') {
    pool.close()
    throw new StartError(
      'NOT_AN_EMQX_API',
      `--broker ${spell(at.url)} answers, but is not an EMQX 5 API: ${probe.reason}`,
    )
  }
  const state =
    probe.kind === 'unreachable' ? `\n(${probe.reason}; the console says so until it comes back)` : ''
  const addresses = source.urls.map(spell).join('\n')
  return {
    mode: 'cluster',
    brokerName: first.host,
    api: async (app) => {
      await app.register(proxyPlugin, { pool, basePath })
    },
    mqttTarget: () => webSockets[pool.upstreams.indexOf(pool.current)],
    addresses: () =>
      pool.upstreams.map((one) => ({
        name: one.url.host,
        isUp: pool.answers(one),
        failovers: pool.failovers(one),
      })),
    whyNotReady: async () => {
      const { probe: now } = await probeAll(pool.upstreams)
      return now.kind === 'emqx' ? undefined : now.reason
    },
    facts: [
      ['Cluster', `${addresses}${state}`],
      ['Sign in', 'with a user of the cluster'],
      ['MQTT', `over WebSocket through the console, to ${source.webSocketUrls.map(spell).join(', ')}`],
    ],
    close: async () => {
      pool.close()
      for (const one of webSockets) one.close()
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

/** Checks whether an address serves an EMQX 5 API, using only requests that need no token. */
export async function probeBroker(upstream: Upstream): Promise<ProbeResult> {
  try {
    const nodes = await ask(upstream, 'nodes')
    if (nodes.status === 401 && isRefusal(nodes.text)) return { kind: 'emqx' }
    // A reverse proxy returns these statuses for a cluster that is down.
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

/** Tells whether an MQTT listener or a plain TCP service has responded, whose data Node's HTTP parser cannot read. */
function isForeignProtocol(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('HPE_')
  )
}
