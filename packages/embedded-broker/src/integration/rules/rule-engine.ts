import { type RuleAction, ruleCounters } from '@brokerdeck/contract/integration/rules.ts'
import { encodeJson } from '@brokerdeck/contract/rule-sql/evaluate/json-text.ts'
import { loadJq } from '@brokerdeck/contract/rule-sql/evaluate/load-jq.ts'
import { type Outcome, runStatement } from '@brokerdeck/contract/rule-sql/evaluate/run-statement.ts'
import type { TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import { reasonJson } from '@brokerdeck/contract/rule-sql/explain-failure.ts'
import { topicMatches, topicNameFault } from '@brokerdeck/contract/topic.ts'
import { RatedCounters, sampleMilliseconds } from '../../backends/rated-counters.ts'
import type { Clock } from '../../broker/clock.ts'
import type { BrokerLog } from '../../log/broker-log.ts'
import type { Alarms } from '../../monitoring/alarms/alarms.ts'
import type { Cluster, ClusterEvents, Message } from '../../mqtt/cluster.ts'
import type { TraceEvent } from '../../mqtt/tracing.ts'
import type { Store } from '../../storage/store.ts'
import {
  alarmColumns,
  connectedColumns,
  deliveredColumns,
  disconnectedColumns,
  droppedColumns,
  publishedColumns,
  subscriptionColumns,
} from './event-columns.ts'
import { renderRepublish } from './render-republish.ts'
import { type KeptRule, type RuleRecord, RuleStore } from './rule-store.ts'
import { actionInfo, clauseMessages, type Detail, json } from './rule-trace-details.ts'

type Counters = RatedCounters<(typeof ruleCounters)[number]>

interface EngineParts {
  readonly cluster: Cluster
  readonly store: Store
  readonly clock: Clock
  readonly alarms: Alarms
  readonly log: BrokerLog
}

const stopped = 'Action stopped after template rendering'

/** Rules that republish for each other would go on for ever: so long a chain is none that anybody meant. */
const longestChain = 20

interface Firing {
  readonly node: string
  readonly columns: TermMap
  /** Templates are rendered, and nothing is done. */
  readonly isDry?: boolean
}

/** What rules make of what happens, on the node where it happens. */
export class RuleEngine {
  readonly rules: RuleStore
  readonly #parts: EngineParts
  readonly #counters = new Map<string, Map<string, Counters>>()
  readonly #stops: (() => void)[]
  /** Rules whose republishing is under way, the last the one that does it now. */
  readonly #chain: string[] = []
  #isDirect = false

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.rules = new RuleStore(parts.store)
    const { cluster, alarms, clock } = parts
    this.#stops = [
      cluster.on('published', ({ message, node }) => this.#published(message, node)),
      cluster.on('delivered', ({ session, message }) => {
        const { node } = session
        this.#fire('$events/message_delivered', node, () =>
          deliveredColumns(session, message, this.#at(node)),
        )
      }),
      cluster.on('dropped', (event) => this.#dropped(event)),
      cluster.on('connected', ({ session }) => {
        this.#fire('$events/client_connected', session.node, () =>
          connectedColumns(session, this.#at(session.node)),
        )
      }),
      cluster.on('disconnected', ({ session, reason }) => {
        const { node } = session
        this.#fire('$events/client_disconnected', node, () =>
          disconnectedColumns(session, reason, this.#at(node)),
        )
      }),
      ...(['subscribed', 'unsubscribed'] as const).map((what) =>
        cluster.on(what, (event) => {
          const { node } = event.session
          this.#fire(`$events/session_${what}`, node, () => subscriptionColumns(what, event, this.#at(node)))
        }),
      ),
      alarms.onChange((change, alarm) =>
        this.#fire(`$events/sys/alarm_${change}`, alarm.node, () => alarmColumns(change, alarm)),
      ),
      clock.every(sampleMilliseconds, () => {
        for (const nodes of this.#counters.values()) for (const one of nodes.values()) one.sample()
      }),
    ]
    for (const { statement } of this.rules.all()) void loadJq(statement)
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  async put(record: RuleRecord): Promise<void> {
    await this.rules.put(record)
    const kept = this.rules.find(record.id)
    if (kept !== undefined) await loadJq(kept.statement)
  }

  async remove(id: string): Promise<void> {
    this.#counters.delete(id)
    await this.rules.remove(id)
  }

  counters(id: string, node: string): Counters {
    const nodes = this.#counters.get(id) ?? new Map<string, Counters>()
    this.#counters.set(id, nodes)
    const counters = nodes.get(node) ?? new RatedCounters(ruleCounters)
    nodes.set(node, counters)
    return counters
  }

  reset(id: string): void {
    this.#counters.delete(id)
  }

  #at = (node: string) => ({ node, now: this.#parts.clock.now() })

  #published(message: Message, node: string): void {
    if (this.#isDirect || message.topic.startsWith('$events/')) return
    if (message.isSys && this.rules.settings.ignore_sys_message) return
    const sender = () => this.#parts.cluster.session(message.fromClientid)
    this.#fire(message.topic, node, () => publishedColumns(message, sender(), this.#at(node)))
  }

  #dropped({ message, reason, clientid, node }: ClusterEvents['dropped']): void {
    if (message.isSys && this.rules.settings.ignore_sys_message) return
    const { cluster } = this.#parts
    const topic = clientid === undefined ? '$events/message_dropped' : '$events/delivery_dropped'
    this.#fire(topic, node, () => {
      const receiver = clientid === undefined ? undefined : cluster.session(clientid)
      const sender = cluster.session(message.fromClientid)
      return droppedColumns(message, { reason, receiver, sender, ...this.#at(node) })
    })
  }

  #fire(topic: string, node: string, columnsOf: () => TermMap): void {
    const isEvent = topic.startsWith('$events/')
    const concerned = this.rules
      .all()
      .filter(
        ({ record, statement }) =>
          record.enable &&
          statement.sources.some(({ name }) => (isEvent ? name === topic : topicMatches(name, topic))),
      )
    if (concerned.length === 0) return
    const columns = columnsOf()
    for (const rule of concerned) this.apply(rule, { node, columns })
  }

  /** Runs a rule with its actions and counts it. */
  apply({ record, statement }: KeptRule, firing: Firing): Outcome {
    const counters = this.counters(record.id, firing.node)
    const columns: TermMap = new Map([...firing.columns, ['metadata', new Map([['rule_id', record.id]])]])
    const tell = this.#teller(record.id, firing)
    tell('RULE_SQL_EXEC', 'rule_activated', () => ({ input: json(firing.columns), environment: {} }))
    counters.asked()
    counters.count('matched')
    const outcome = runStatement(statement, columns, { now: () => this.#parts.clock.now() })
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
      const level = clauseMessages[clause] === undefined ? 'error' : 'warning'
      tell(
        'RULE_SQL_EXEC',
        clauseMessages[clause] ?? 'apply_rule_failed',
        () => ({ reason: reasonJson(reason) }),
        level,
      )
      return outcome
    }
    counters.count('passed')
    tell('RULE_SQL_EXEC', 'SQL_yielded_result', () => ({
      result: outcome.isList ? outcome.rows.map(json) : json(outcome.rows[0] ?? new Map()),
    }))
    for (const row of outcome.rows) {
      for (const action of record.actions)
        this.#act(record.id, action, { row, seen: outcome.seen, firing, counters })
    }
    return outcome
  }

  #act(
    id: string,
    action: RuleAction,
    { row, seen, firing, counters }: { row: TermMap; seen: TermMap; firing: Firing; counters: Counters },
  ): void {
    const tell = this.#teller(id, firing)
    counters.count('actions.total')
    if (typeof action === 'string') {
      const [type = '', name = ''] = action.split(':')
      const info = { action_info: { type, name } }
      tell('ACTION', 'discarded', () => ({ ...info, cause: 'bridge_not_found' }))
      counters.count('actions.discarded')
      return
    }
    const info = { action_info: actionInfo(action) }
    tell('ACTION', 'call_action_function', () => info)
    const failed = (reason: string) => {
      counters.count('actions.failed')
      counters.count('actions.failed.unknown')
      tell('ACTION', 'action_failed', () => ({ ...info, reason }), 'error')
    }
    if (action.function === 'console') {
      if (firing.isDry === true) {
        failed(stopped)
        return
      }
      const details = { rule_id: id, data: encodeJson(row) }
      this.#parts.log.write({ level: 'info', message: 'rule_console_action', details })
    } else {
      const request = renderRepublish(action.args, row, seen)
      const fault = topicNameFault(request.topic) === undefined ? undefined : 'bad_topic'
      const obstacle = fault ?? (firing.isDry === true ? stopped : undefined)
      if (obstacle !== undefined) {
        failed(obstacle)
        return
      }
      if (this.#chain.at(-1) === id || this.#chain.length >= longestChain) {
        tell('ACTION', 'recursive_republish_detected', () => ({ topic: request.topic }), 'error')
      } else
        this.#republish(id, request, { node: firing.node, isDirect: action.args.direct_dispatch === true })
    }
    counters.count('actions.success')
    tell('ACTION', 'action_success', () => ({ ...info, result: 'ok' }))
  }

  #republish(
    id: string,
    request: Parameters<Cluster['publish']>[0],
    { node, isDirect }: { node: string; isDirect: boolean },
  ): void {
    this.#chain.push(id)
    const before = this.#isDirect
    this.#isDirect = isDirect
    // It is published before the promise is given; only what must reach the disk is waited for.
    const sent = this.#parts.cluster.publish({ ...request, clientid: id, node })
    this.#isDirect = before
    this.#chain.pop()
    sent.catch((error: unknown) => {
      const details = { rule_id: id, reason: String(error) }
      this.#parts.log.write({ level: 'error', message: 'rule_republish_failed', details })
    })
  }

  /** Says what happens to the traces of a rule, and puts nothing together while none runs. */
  #teller(id: string, { node, columns }: Firing) {
    const { trace } = this.#parts.cluster
    const clientid = columns.get('clientid')
    const timestamp = columns.get('timestamp')
    return (
      tag: 'RULE_SQL_EXEC' | 'ACTION',
      msg: string,
      detail: () => Detail = () => ({}),
      level: TraceEvent['level'] = 'debug',
    ) =>
      trace.write?.({
        who: { node, ...(typeof clientid === 'string' && { clientid }) },
        ...{ tag, msg, level },
        meta: {
          rule_id: id,
          rule_trigger_ts: [Number(typeof timestamp === 'bigint' ? timestamp : this.#parts.clock.now())],
          ...detail(),
        },
      })
  }
}
