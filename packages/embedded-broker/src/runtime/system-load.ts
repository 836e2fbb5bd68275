import { cpus, freemem, totalmem } from 'node:os'

/** The load of the machine; tests pass their own, because they themselves load this machine. */
export interface SystemLoad {
  /** Returns the usage of all processors since the last call, in percent. */
  cpuUsage(): number
  /** Returns the share of the memory that is in use, in percent. */
  memoryUsage(): number
}

export function systemLoad(): SystemLoad {
  return { cpuUsage: cpuMeter(), memoryUsage: () => 100 * (1 - freemem() / totalmem()) }
}

/** Returns a function that measures the usage of all processors between two calls, in percent. */
export function cpuMeter(): () => number {
  let before = cpuTimes()
  return () => {
    const now = cpuTimes()
    const total = now.total - before.total
    const usage = total === 0 ? 0 : 100 * (1 - (now.idle - before.idle) / total)
    before = now
    return usage
  }
}

function cpuTimes(): { readonly total: number; readonly idle: number } {
  let total = 0
  let idle = 0
  for (const { times } of cpus()) {
    total += times.user + times.nice + times.sys + times.idle + times.irq
    idle += times.idle
  }
  return { total, idle }
}
