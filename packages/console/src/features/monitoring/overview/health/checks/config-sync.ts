import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  type Judgement,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { parseExposition } from '#lib/exposition.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

/** EMQX raises this alarm on a node that could not apply a change, and retries the change until it succeeds. */
const stuckAlarm = 'cluster_rpc_apply_failed'

/**
 * Checks whether every node follows the configuration of the cluster, by the alarms and the last change of each node.
 */
export function configSync(alarms: Answer<readonly Alarm[]>, figures: Answer<string>): HealthCheck {
  return judgeSubject({
    id: 'config-sync',
    subject: m.configSync,
    answer: alarms,
    judge(list) {
      const stuck = list.filter(({ name }) => name === stuckAlarm)
      const changes = figures.kind === 'told' ? configChanges(figures.value) : []
      if (stuck.length === 0) return haveDiverged(changes) ? judgeDiverged(changes) : ok(m.configSynced)
      return {
        level: 'bad',
        verdict: m.configStuck(new Set(stuck.map(({ node }) => node)).size),
        evidence: [
          ...stuck.map(({ node, message }) => m.configStuckOn(visibleText(node), visibleText(message))),
          ...(haveDiverged(changes) ? describeChanges(changes) : []),
        ],
        consequence: m.configStuckConsequence,
        fix: { label: m.toAlarms, to: linkTo('alarms') },
      }
    },
  })
}

interface ConfigChange {
  readonly node: string
  /** The number of the last change that this node has applied; the cluster numbers its changes. */
  readonly number: number
}

/** Returns the last change that each node has applied, from the broker's metrics of all nodes. */
export function configChanges(text: string): readonly ConfigChange[] {
  const samples = parseExposition(text).find(({ name }) => name === 'emqx_conf_sync_txid')?.samples ?? []
  return samples.map(({ labels, value }) => ({ node: labels['node'] ?? '', number: value }))
}

export function haveDiverged(changes: readonly ConfigChange[]): boolean {
  return new Set(changes.map(({ number }) => number)).size > 1
}

const describeChanges = (changes: readonly ConfigChange[]) =>
  changes.map(({ node, number }) => m.configChangeOf(visibleText(node), number))

function judgeDiverged(changes: readonly ConfigChange[]): Judgement {
  const last = Math.max(...changes.map(({ number }) => number))
  return {
    level: 'warn',
    verdict: m.configBehind(changes.filter(({ number }) => number < last).length),
    evidence: describeChanges(changes),
    consequence: m.configBehindConsequence,
    fix: { label: m.toNodes, to: linkTo('nodes') },
  }
}
