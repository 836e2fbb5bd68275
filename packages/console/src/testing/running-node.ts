import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'

/** Returns a healthy node with the given changes. */
export const runningNode = (change: Partial<RunningNode> = {}): RunningNode => ({
  node: 'a@1',
  node_status: 'running',
  role: 'core',
  version: '5.8.9',
  edition: 'Opensource',
  uptime: 1,
  connections: 0,
  live_connections: 0,
  cluster_sessions: 0,
  load1: 0,
  load5: 0,
  load15: 0,
  memory_total: '10G',
  memory_used: '2G',
  process_available: 1000,
  process_used: 10,
  max_fds: 1000,
  otp_release: '',
  sys_path: '',
  log_path: '',
  ...change,
})
