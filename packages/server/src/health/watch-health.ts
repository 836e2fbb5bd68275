import { Gauge, type Registry } from 'prom-client'
import type { HealthWatchOptions } from '#options/health-watch-options.ts'
import type { ClusterSource, ClustersSource, EmbeddedSource } from '#options/source-options.ts'
import { healthStates } from './health-report.ts'
import { HealthWatch, type WatchedCluster } from './health-watch.ts'
import type { Schedule } from './real-time.ts'
import { takeTurns } from './take-turns.ts'

/** The maximum number of clusters that are evaluated at the same time. */
const clustersAtOnce = 4
/**
 * The maximum time between the first evaluations of two clusters, in milliseconds; shorter if their share of the
 * interval is shorter.
 */
const longestSpacing = 2_000

/** Creates a watch for each cluster that has an API key; the watches are not started. */
export function openHealthWatches(
  source: EmbeddedSource | ClusterSource | ClustersSource,
  health: HealthWatchOptions | undefined,
  schedule: Schedule,
  report: (line: string) => void,
): readonly HealthWatch[] {
  if (health === undefined || source.kind === 'embedded') return []
  const home = health.notify?.console
  const sources =
    source.kind === 'cluster'
      ? [{ name: source.urls[0].host, source, console: home }]
      : source.clusters.map(({ name, source: own }) => ({
          name,
          source: own,
          console: home === undefined ? undefined : new URL(`c/${name}/`, home),
        }))
  const watched = sources.flatMap(
    ({ name, source: { healthKey, readHealthKey, urls, insecureTls, ca }, console }) => {
      if (healthKey === undefined) return []
      const brokers = urls.map(({ href }) => href.replace(/\/$/, ''))
      const readKey = readHealthKey ?? (() => healthKey)
      const cluster: WatchedCluster = { name, brokers, readKey, insecureTls, ca, console }
      return [cluster]
    },
  )
  const take = takeTurns(clustersAtOnce)
  const spacing = Math.min(longestSpacing, Math.floor((health.intervalSeconds * 1000) / watched.length))
  return watched.map(
    (cluster, at) => new HealthWatch(cluster, health, schedule, report, { take, delayMs: at * spacing }),
  )
}

/** Exports the present results of the watches as metrics. */
export function exportHealth(registry: Registry, watches: readonly HealthWatch[]): void {
  if (watches.length === 0) return
  const registers = [registry]
  new Gauge({
    name: 'brokerdeck_health_check',
    help: 'Whether a check of the Health page is in this state (critical, warning, unknown, ok)',
    labelNames: ['cluster', 'check', 'state'],
    registers,
    collect() {
      for (const { name, states } of watches)
        for (const [check, is] of states)
          for (const state of healthStates) this.labels(name, check, state).set(state === is ? 1 : 0)
    },
  })
  new Gauge({
    name: 'brokerdeck_health_evaluation_success',
    help: 'Whether the last evaluation could determine the health of the cluster; else every check is unknown',
    labelNames: ['cluster'],
    registers,
    collect() {
      for (const { name, isTold } of watches) this.labels(name).set(isTold ? 1 : 0)
    },
  })
  new Gauge({
    name: 'brokerdeck_health_last_evaluation_timestamp_seconds',
    help: 'When the last evaluation ended, with or without success',
    labelNames: ['cluster'],
    registers,
    collect() {
      for (const { name, lastEvaluation } of watches)
        if (lastEvaluation !== undefined) this.labels(name).set(lastEvaluation)
    },
  })
  new Gauge({
    name: 'brokerdeck_health_notifications_total',
    help: 'Attempts to notify, by result: delivered, rejected (no 2xx), unreachable, timeout',
    labelNames: ['cluster', 'result'],
    registers,
    collect() {
      for (const { name, notifications } of watches)
        for (const [result, count] of notifications ?? []) this.labels(name, result).set(count)
    },
  })
}
