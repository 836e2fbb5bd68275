import { readFileSync } from 'node:fs'
import { freemem, loadavg, totalmem } from 'node:os'
import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { BrokerNode } from '../../mqtt/node/cluster.ts'
import { type Edition, editionNames } from '../../runtime/edition.ts'

export const version = '5.8.9-brokerdeck'

/** Where EMQX counts Erlang processes, this counts what corresponds here: one per session and listener. */
export const countProcesses = (node: BrokerNode): number =>
  (node.stats()['sessions.count'] ?? 0) + node.listeners.length

/** There is no fixed limit here, so it is the one of EMQX's default. */
export const processLimit = 2_097_152

interface Around {
  readonly log: { readonly directory: string | undefined }
  readonly edition: Edition
  now(): number
}

/**
 * What a node says of itself. All nodes share one process and one machine, so load, memory and descriptors are the
 * same for each.
 */
export function runningNodeInfo(node: BrokerNode, { now, edition, log }: Around): RunningNode {
  const stats = node.stats()
  const [load1 = 0, load5 = 0, load15 = 0] = loadavg()
  return {
    node: node.name,
    node_status: 'running',
    role: node.role,
    version,
    edition: editionNames[edition].node,
    uptime: Math.max(0, now() - node.startedAt),
    connections: stats['connections.count'] ?? 0,
    live_connections: stats['live_connections.count'] ?? 0,
    cluster_sessions: stats['cluster_sessions.count'] ?? 0,
    load1: twoDigits(load1),
    load5: twoDigits(load5),
    load15: twoDigits(load15),
    memory_total: gigabytes(totalmem()),
    memory_used: gigabytes(totalmem() - freemem()),
    process_available: processLimit,
    process_used: countProcesses(node),
    max_fds: maxFileDescriptors,
    otp_release: `Node.js ${process.versions.node}`,
    sys_path: process.cwd(),
    log_path: log.directory ?? 'stdout',
  }
}

const twoDigits = (value: number): number => Math.round(value * 100) / 100

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(2)}G`

const maxFileDescriptors = readMaxFileDescriptors()

/** From Linux's limits of this process; elsewhere 0, as nobody tells. */
function readMaxFileDescriptors(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0)
  } catch {
    return 0
  }
}
