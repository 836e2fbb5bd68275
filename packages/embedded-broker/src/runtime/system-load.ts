import { cpus, freemem, totalmem } from 'node:os'

/** How busy the machine is; tests give their own, for this one is busy with them. */
export interface SystemLoad {
  /** Percent of all processors that were busy since the last call. */
  cpuUsage(): number
  /** Part of the memory in use, in percent. */
  memoryUsage(): number
}

export function systemLoad(): SystemLoad {
  return { cpuUsage: cpuMeter(), memoryUsage: () => 100 * (1 - freemem() / totalmem()) }
}

/** Percent of all processors that were busy between two calls. */
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
