import { alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { statusSchema } from '@brokerdeck/contract/monitoring/status.ts'
import { readWithoutOddRows } from '@brokerdeck/contract/paging.ts'
import * as v from 'valibot'
import { parseJson } from '#lib/parse-json.ts'
import { api as m } from './messages.ts'
import { sessionBelow } from './session.ts'

/**
 * The timeout in milliseconds. It exceeds the connection timeout of the server, so that the server's reason is shown.
 */
const patienceMs = 15_000

const refusalSchema = v.object({ message: v.string() })

export interface ClusterFigures {
  readonly username: string
  readonly running: number
  readonly nodes: number
  readonly connections: number
  /** The received messages per second. */
  readonly received: number
  readonly sent: number
  readonly alarms: number
}

/** The reason for missing figures: there is no session, the session has expired, or the figures could not be read. */
export type NoFigures = 'signed-out' | 'expired' | 'unreadable'

/** The summary of one cluster in the overview. */
export interface ClusterSummary {
  /** The reason why the cluster cannot be used; undefined while it responds. */
  readonly problem: string | undefined
  readonly version: string | undefined
  /** The figures are available only with a session for this cluster in this tab, or on this device. */
  readonly figures: ClusterFigures | NoFigures
}

/**
 * Requests the summary of a cluster below another path: without a session the public part, with a session its
 * figures. Never rejects.
 */
export async function readClusterSummary(path: string, signal: AbortSignal): Promise<ClusterSummary> {
  const ask = async (rest: string, token?: string) => {
    const answer = await fetch(new URL(`${path}api/v5${rest}`, document.baseURI), {
      headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    })
    return { status: answer.status, body: parseJson(await answer.text()) }
  }
  const none = { version: undefined, figures: 'signed-out' } as const
  try {
    const { status, body } = await ask('/status?format=json')
    if (status !== 200) {
      const refusal = v.safeParse(refusalSchema, body)
      return { ...none, problem: refusal.success ? refusal.output.message : `HTTP ${status}` }
    }
    const told = v.safeParse(statusSchema, body)
    const version = told.success ? told.output.rel_vsn.replace(/^v/, '') : undefined
    // A cluster that responds counts as reachable, even if its figures are slow or could not be read.
    const figures = await readFigures(path, ask).catch(() => 'unreadable' as const)
    return { problem: undefined, version, figures }
  } catch (error) {
    // The browser's own error text would be in the browser's language and less precise.
    return { ...none, problem: isTimeout(error) ? m.timeout : m.unreachableServer }
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

type AskSummary = (
  rest: string,
  token: string,
) => Promise<{ readonly status: number; readonly body: unknown }>

async function readFigures(path: string, ask: AskSummary): Promise<ClusterSummary['figures']> {
  const session = sessionBelow(path)
  if (session === undefined) return 'signed-out'
  const { token, username } = session
  const [all, now, active] = await Promise.all([
    ask(nodes.list.path, token),
    ask(monitor.current.path, token),
    ask(`${alarms.list.path}?activated=true&limit=100`, token),
  ])
  if (all.status === 401) return 'expired'
  if ([all, now, active].some(({ status }) => status !== 200)) return 'unreadable'
  const known = readWithoutOddRows(nodes.list.response[200], all.body)
  const current = v.safeParse(monitor.current.response[200], now.body)
  const alarmed = readWithoutOddRows(alarms.list.response[200], active.body)
  if (known.kind !== 'read' || !current.success || alarmed.kind !== 'read') return 'unreadable'
  const { live_connections, received_msg_rate, sent_msg_rate } = current.output
  const { data, meta } = alarmed.output
  return {
    username,
    running: known.output.filter(({ node_status }) => node_status === 'running').length,
    nodes: known.output.length + (known.unreadable?.count ?? 0),
    connections: live_connections,
    received: received_msg_rate,
    sent: sent_msg_rate,
    alarms: meta.count ?? data.length + (alarmed.unreadable?.count ?? 0),
  }
}
