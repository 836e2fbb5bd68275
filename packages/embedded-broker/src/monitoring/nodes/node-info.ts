import { readFileSync } from 'node:fs'
import { freemem, loadavg, totalmem } from 'node:os'
import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { BrokerNode } from '../../mqtt/node/cluster.ts'
import { type Edition, editionNames } from '../../runtime/edition.ts'

export const version = '5.8.9-brokerdeck'

/** Counts one process for each session and listener, where EMQX counts Erlang processes. */
export const countProcesses = (node: BrokerNode): number =>
  (node.stats()['sessions.count'] ?? 0) + node.listeners.length

/** This broker has no fixed limit, so EMQX's default is shown. */
export const processLimit = 2_097_152

interface Around {
  readonly log: { readonly directory: string | undefined }
  readonly edition: Edition
  now(): number
}

/**
 * Returns the information about a node. All nodes share one process and one machine, so load, memory and file
 * descriptors are the same for each node.
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

/** Reads the limit from Linux's limits of this process; returns 0 on other systems, which do not provide it. */
function readMaxFileDescriptors(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0)
  } catch {
    return 0
  }
}
