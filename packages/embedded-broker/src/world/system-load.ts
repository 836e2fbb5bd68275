import { cpus, freemem, totalmem } from 'node:os'

/** Part of the machine's memory in use, in percent. */
export function memoryUsage(): number {
  return 100 * (1 - freemem() / totalmem())
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
