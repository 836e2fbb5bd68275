import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { SysmonConfig } from '@brokerdeck/contract/settings/sysmon-config.ts'
import type { Config } from '../../config/config.ts'
import { sysmonRoot } from '../../config/roots/sysmon-root.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { SystemLoad } from '../../runtime/system-load.ts'
import { countProcesses, processLimit } from '../nodes/node-info.ts'
import type { Alarms } from './alarms.ts'

/** Returns 80 for `80%` and for 0.8. */
function parsePercent(value: string | number): number {
  return typeof value === 'number' ? value * 100 : Number.parseFloat(value)
}

interface WatchSystemDeps {
  readonly alarms: Alarms
  readonly clock: Clock
  readonly cluster: Cluster
  readonly config: Config
  readonly load: SystemLoad
}

/** Checks the machine and the nodes at the configured intervals. Returns a function that stops the checks. */
export function watchSystem({ alarms, clock, cluster, config, load }: WatchSystemDeps): () => void {
  let timers: readonly (() => void)[] = []
  const stopTimers = () => {
    for (const stop of timers) stop()
  }
  const every = (interval: string | number, run: () => void): readonly (() => void)[] => {
    const milliseconds = interval === 'disabled' ? undefined : parseDuration(interval)
    return milliseconds === undefined ? [] : [clock.every(Math.max(1000, milliseconds), run)]
  }
  const start = ({ os, vm }: SysmonConfig) => {
    stopTimers()
    const cpuMarks = { high: parsePercent(os.cpu_high_watermark), low: parsePercent(os.cpu_low_watermark) }
    const memoryMark = parsePercent(os.sysmem_high_watermark)
    const processMarks = {
      high: parsePercent(vm.process_high_watermark),
      low: parsePercent(vm.process_low_watermark),
    }
    timers = [
      ...every(os.cpu_check_interval, () => alarms.checkCpu(load.cpuUsage(), cpuMarks)),
      ...every(os.mem_check_interval, () => alarms.checkMemory(load.memoryUsage(), memoryMark)),
      ...every(vm.process_check_interval, () => {
        const used = Math.max(0, ...cluster.nodes.filter((node) => node.isRunning).map(countProcesses))
        alarms.checkProcesses((100 * used) / processLimit, processMarks)
      }),
    ]
  }
  start(config.get(sysmonRoot))
  const stopListening = config.onChange(sysmonRoot, start)
  return () => {
    stopListening()
    stopTimers()
  }
}
