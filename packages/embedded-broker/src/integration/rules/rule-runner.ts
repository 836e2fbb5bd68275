import type { ruleCounters } from '@brokerdeck/contract/integration/rules.ts'
import type { Reason } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import type { Outcome } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { RatedCounters } from '../../backends/rated-counters.ts'
import type { BrokerContext } from '../../compose/broker-context.ts'
import { describeFailure, evaluateStatement, isExpectedFailure } from '../../expressions/evaluation.ts'
import type { Traced } from '../../mqtt/events/tracing.ts'
import { Cascade, type Lineage } from '../../mqtt/routing/cascade.ts'
import { brokerExecution } from './broker-execution.ts'
import { RuleActions } from './rule-actions.ts'
import type { KeptRule, RuleStore } from './rule-store.ts'
import { RuleTime } from './rule-time.ts'
import { clauseMessages, failureTerm, json, type RuleTeller } from './rule-trace-details.ts'

export type RuleCounters = RatedCounters<(typeof ruleCounters)[number]>

export interface Firing {
  readonly node: string
  readonly columns: TermMap
  /** The client that caused the event. */
  readonly who?: Traced | undefined
  /** If true, templates are rendered, but no action is performed. */
  readonly isDry?: boolean
  /** The lineage of the event's message, if a rule published it. */
  readonly lineage?: Lineage | undefined
}

type RunnerDeps = Pick<BrokerContext, 'cluster' | 'clock' | 'faults' | 'integrations' | 'log' | 'schemas'> & {
  readonly rules: RuleStore
  readonly counters: (id: string, node: string) => RuleCounters
  /** Called when a limit is reached through these rules. */
  readonly onLimit: (limit: RuleLimit, ruleIds: readonly string[]) => void
}

/**
 * `time`: the statement used up its share of time. `cascade`: one message caused too many messages. `backlog`: too
 * many events waited.
 */
export type RuleLimit = 'time' | 'cascade' | 'backlog'

/** Runs rules with their actions, counts and traces them. No rule causes an exception outside of the runner. */
export class RuleRunner {
  readonly #deps: RunnerDeps
  readonly #actions: RuleActions
  readonly #times = new Map<string, RuleTime>()

  constructor(deps: RunnerDeps) {
    this.#deps = deps
    this.#actions = new RuleActions(deps)
  }

  /** True while a message is published for subscribers only, not for rules. */
  get isDirect(): boolean {
    return this.#actions.isDirect
  }

  forget(id: string): void {
    this.#times.delete(id)
  }

  /** Runs a rule on an event. An internal error of this broker during the run counts as an exception of the rule. */
  run(rule: KeptRule, firing: Firing): Outcome {
    const { id } = rule.record
    const counters = this.#deps.counters(id, firing.node)
    const lineage = firing.lineage ?? { cascade: new Cascade(), rules: [] }
    try {
      return lineage.cascade.work(() => this.#apply(rule, { ...firing, lineage }, counters))
    } catch (error) {
      this.#deps.faults.report('rule', id, error)
      return countFailure(counters, error)
    }
  }

  /** Counts and traces a run that would reach a limit, as another thread found, without running it. */
  reject({ record: { id } }: KeptRule, firing: Firing, limit: 'time' | 'size'): Outcome {
    const counters = this.#deps.counters(id, firing.node)
    const tell = this.#buildTeller(id, firing)
    tell('RULE_SQL_EXEC', 'rule_activated', () => ({ input: json(firing.columns), environment: {} }))
    counters.countAsked()
    for (const name of ['matched', 'failed', 'failed.exception'] as const) counters.count(name)
    const reason: Reason = { kind: 'limit', what: limit }
    tell('RULE_SQL_EXEC', 'apply_rule_failed', () => ({ reason: failureTerm(reason) }))
    return { kind: 'failed', clause: 'other', reason }
  }

  #apply(
    { record, statement }: KeptRule,
    firing: Firing & { readonly lineage: Lineage },
    counters: RuleCounters,
  ): Outcome {
    const { clock, schemas, rules, faults } = this.#deps
    const columns: TermMap = new Map([...firing.columns, ['metadata', new Map([['rule_id', record.id]])]])
    const tell = this.#buildTeller(record.id, firing)
    tell('RULE_SQL_EXEC', 'rule_activated', () => ({ input: json(firing.columns), environment: {} }))
    counters.countAsked()
    counters.count('matched')
    const time = this.#findTime(record.id)
    const { limitMs } = time
    if (limitMs === undefined) {
      this.#deps.onLimit('time', [record.id])
      tell('RULE_SQL_EXEC', 'rule_over_its_share_of_time')
      return countFailure(counters, new Error('limit_exceeded'))
    }
    const since = performance.now()
    const outcome = evaluateStatement(
      statement,
      columns,
      {
        now: () => clock.now(),
        patience: limitMs,
        jqTimeout: rules.settings.jq_function_default_timeout,
        ...brokerExecution,
        registry: schemas.functions,
      },
      (error) => faults.report('rule', record.id, error),
    )
    time.spend(performance.now() - since)
    if (outcome.kind === 'no-match' || (outcome.kind === 'result' && outcome.rows.length === 0)) {
      counters.count('failed')
      counters.count('failed.no_result')
      tell('RULE_SQL_EXEC', 'SQL_yielded_no_result')
      return outcome
    }
    if (outcome.kind === 'failed') {
      counters.count('failed')
      counters.count('failed.exception')
      const { clause, reason } = outcome
      tell('RULE_SQL_EXEC', clauseMessages[clause] ?? 'apply_rule_failed', () => ({
        reason: failureTerm(reason),
      }))
      return outcome
    }
    counters.count('passed')
    tell('RULE_SQL_EXEC', 'SQL_yielded_result', () => ({
      result: outcome.isList ? outcome.rows.map(json) : json(outcome.rows[0] ?? new Map()),
    }))
    for (const row of outcome.rows) {
      for (const action of record.actions) {
        this.#actions.perform(action, {
          ruleId: record.id,
          node: firing.node,
          row,
          seen: outcome.seen,
          isDry: firing.isDry === true,
          lineage: firing.lineage,
          count: (name) => counters.count(name),
          tell,
        })
      }
    }
    return outcome
  }

  #findTime(id: string): RuleTime {
    const time = this.#times.get(id) ?? new RuleTime(() => performance.now())
    this.#times.set(id, time)
    return time
  }

  /** Returns the function that traces the steps of a rule; it builds no details while no trace runs. */
  #buildTeller(id: string, { node, columns, who, isDry }: Firing): RuleTeller {
    const { cluster, clock, faults } = this.#deps
    const { trace } = cluster
    const clientid = columns.get('clientid')
    const timestamp = columns.get('timestamp')
    const toDetail = (detail: () => object): object => {
      try {
        return detail()
      } catch (error) {
        if (!isExpectedFailure(error)) faults.report('trace', id, error)
        return { detail_failed: describeFailure(error) }
      }
    }
    return (tag, msg, detail = () => ({}), level = 'debug') =>
      trace.write?.({
        who: who ?? { node, ...(typeof clientid === 'string' && { clientid }) },
        tag,
        msg,
        level,
        meta: {
          rule_id: id,
          rule_trigger_ts: [Number(typeof timestamp === 'bigint' ? timestamp : clock.now())],
          ...(isDry === true && { stop_action_after_render: true }),
          ...toDetail(detail),
        },
      })
  }
}

function countFailure(counters: RuleCounters, error: unknown): Outcome {
  counters.count('failed')
  counters.count('failed.exception')
  return { kind: 'failed', clause: 'other', reason: { kind: 'name', name: describeFailure(error) } }
}
