import type { Term, TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { onTestFinished } from 'vitest'
import type { PlainObject } from '../../config/plain-object.ts'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { ActionMetrics } from '../buffer/action-metrics.ts'
import { BufferBudget } from '../buffer/buffer-budget.ts'
import type { Driver } from '../drivers/driver.ts'
import { RunningAction } from '../running/running-action.ts'
import { RunningConnector } from '../running/running-connector.ts'
import { RunningSource } from '../running/running-source.ts'

export const rowOf = (fields: Readonly<Record<string, Term>>): TermMap => new Map(Object.entries(fields))

export interface RunningIntegration {
  readonly clock: ManualClock
  readonly connector: RunningConnector
}

/** Starts a connector on a node until the end of the test, and waits for its first health check. */
export async function runningConnector(
  driver: Driver,
  document: PlainObject,
  { node = 'n1@127.0.0.1', resource = 'connector:it:x' } = {},
): Promise<RunningIntegration> {
  const clock = manualClock()
  const connector = new RunningConnector({ driver, document, node, resource, clock })
  onTestFinished(() => connector.close())
  await connector.started
  return { clock, connector }
}

/** Starts an action of the connector, and waits for its first health check. */
export async function runningAction(
  { connector, clock }: RunningIntegration,
  parameters: PlainObject,
  resourceOpts: PlainObject = {},
) {
  const metrics = new ActionMetrics()
  const document = { parameters, resource_opts: resourceOpts }
  const action = new RunningAction({
    id: 'it:a',
    document,
    connector,
    metrics,
    budget: new BufferBudget(),
    clock,
  })
  onTestFinished(() => action.close())
  await action.started
  return { action, metrics, send: (row: TermMap, key = 'c') => action.send(row, key) }
}

/** Starts a source of the connector, and waits for its first health check. */
export async function runningSource(
  { connector, clock }: RunningIntegration,
  parameters: PlainObject,
  receive: (columns: TermMap) => void,
) {
  const metrics = new ActionMetrics()
  const source = new RunningSource({
    id: 'it:s',
    document: { parameters },
    connector,
    metrics,
    clock,
    receive,
  })
  onTestFinished(() => source.close())
  await source.started
  return { source, metrics }
}
