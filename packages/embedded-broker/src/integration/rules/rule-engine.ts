import { ruleCounters } from '@brokerdeck/contract/integration/rules.ts'
import { loadJq } from '@brokerdeck/contract/rule-sql/evaluate/load-jq.ts'
import { type Outcome, runStatement } from '@brokerdeck/contract/rule-sql/evaluate/run-statement.ts'
import type { TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import { topicMatches } from '@brokerdeck/contract/topic.ts'
import { RatedCounters, sampleMilliseconds } from '../../backends/rated-counters.ts'
import type { World } from '../../broker/world.ts'
import type { ClusterEvents, Message } from '../../mqtt/cluster.ts'
import type { Traced } from '../../mqtt/tracing.ts'
import type { ResourceKind } from '../connectors/resource-store.ts'
import type { RuleReferences } from '../integrations.ts'
import { brokerExecution } from './broker-execution.ts'
import {
  ackedColumns,
  alarmColumns,
  authenticatedColumns,
  authorizedColumns,
  connackColumns,
  connectedColumns,
  deliveredColumns,
  disconnectedColumns,
  droppedColumns,
  publishedColumns,
  subscriptionColumns,
  unscreenedColumns,
} from './event-columns.ts'
import { RuleActions } from './rule-actions.ts'
import { type KeptRule, type RuleRecord, RuleStore } from './rule-store.ts'
import { clauseMessages, failureTerm, json, type RuleTeller } from './rule-trace-details.ts'

type Counters = RatedCounters<(typeof ruleCounters)[number]>

const unscreenedEvents = {
  validation: '$events/schema_validation_failed',
  transformation: '$events/message_transformation_failed',
} as const

type EngineParts = Pick<World, 'cluster' | 'store' | 'clock' | 'alarms' | 'log' | 'integrations' | 'schemas'>

interface Firing {
  readonly node: string
  readonly columns: TermMap
  /** The client that did it. */
  readonly who?: Traced | undefined
  /** Templates are rendered, and nothing is done. */
  readonly isDry?: boolean
}

/** What rules make of what happens, on the node where it happens. */
export class RuleEngine implements RuleReferences {
  readonly rules: RuleStore
  readonly #parts: EngineParts
  readonly #counters = new Map<string, Map<string, Counters>>()
  readonly #stops: (() => void)[]
  readonly #actions: RuleActions

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.rules = new RuleStore(parts.store)
    this.#actions = new RuleActions(parts)
    const { cluster, alarms, clock } = parts
    this.#stops = [
      cluster.on('published', ({ message, node }) => this.#published(message, node)),
      cluster.on('delivered', ({ session, message }) => {
        const { node } = session
        this.#fire('$events/message_delivered', node, () =>
          deliveredColumns(session, message, this.#at(node)),
        )
      }),
      cluster.on('acked', ({ session, message, said }) => {
        const { node } = session
        this.#fire('$events/message_acked', node, () =>
          ackedColumns(session, message, { said, ...this.#at(node) }),
        )
      }),
      cluster.on('authenticated', (event) => {
        const { node } = event.who
        this.#fire('$events/client_check_authn_complete', node, () =>
          authenticatedColumns(event, this.#at(node)),
        )
      }),
      cluster.on('answered', (event) => {
        const { node } = event.who
        this.#fire('$events/client_connack', node, () => connackColumns(event, this.#at(node)))
      }),
      cluster.on('authorized', (event) => {
        const { node } = event.subject
        this.#fire('$events/client_check_authz_complete', node, () =>
          authorizedColumns(event, this.#at(node)),
        )
      }),
      cluster.on('dropped', (event) => this.#dropped(event)),
      cluster.on('unscreened', (event) => {
        const { message, node, kind } = event
        if (message.isSys && this.rules.settings.ignore_sys_message) return
        this.#fire(unscreenedEvents[kind], node, () =>
          unscreenedColumns(event, cluster.session(message.fromClientid), this.#at(node)),
        )
      }),
      cluster.on('connected', (event) => {
        const { node } = event.session
        this.#fire('$events/client_connected', node, () => connectedColumns(event, this.#at(node)))
      }),
      cluster.on('disconnected', (event) => {
        const { node } = event.session
        this.#fire('$events/client_disconnected', node, () => disconnectedColumns(event, this.#at(node)))
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

  /** Ids of the rules that hand their results to the action, or are fed by the source. */
  naming(kind: ResourceKind, id: string): readonly string[] {
    return this.#naming(kind, id).map(({ record }) => record.id)
  }

  /** Takes an action out of the rules that name it. */
  async withdraw(id: string): Promise<void> {
    for (const { record } of this.#naming('actions', id))
      await this.put({ ...record, actions: record.actions.filter((action) => action !== id) })
  }

  receive(sourceId: string, node: string, columns: TermMap): void {
    this.#fire(`$bridges/${sourceId}`, node, () => columns)
  }

  counted(node: string) {
    return this.rules.all().map(({ record: { id, enable } }) => {
      const counters = this.#counters.get(id)?.get(node)
      const counts = ruleCounters.map((name) => [name, counters?.of(name) ?? 0])
      return { id, isEnabled: enable, counts: Object.fromEntries(counts) }
    })
  }

  #naming(kind: ResourceKind, id: string): readonly KeptRule[] {
    return this.rules
      .all()
      .filter(({ record, statement }) =>
        kind === 'actions'
          ? record.actions.includes(id)
          : kind === 'sources' && statement.sources.some(({ name }) => name === `$bridges/${id}`),
      )
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
    if (this.#actions.isDirect || message.topic.startsWith('$events/')) return
    if (message.isSys && this.rules.settings.ignore_sys_message) return
    const sender = () => this.#parts.cluster.session(message.fromClientid)
    this.#fire(message.topic, node, () => publishedColumns(message, sender(), this.#at(node)), sender)
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

  #fire(topic: string, node: string, columnsOf: () => TermMap, whose?: () => Traced | undefined): void {
    const concerned = topic.startsWith('$events/')
      ? this.rules.ofEvent(topic)
      : this.rules
          .all()
          .filter(
            ({ record, statement }) =>
              record.enable && statement.sources.some(({ name }) => topicMatches(name, topic)),
          )
    if (concerned.length === 0) return
    const columns = columnsOf()
    const who = whose?.()
    for (const rule of concerned) this.apply(rule, { node, columns, who })
  }

  /** Runs a rule with its actions and counts it. */
  apply({ record, statement }: KeptRule, firing: Firing): Outcome {
    const counters = this.counters(record.id, firing.node)
    const columns: TermMap = new Map([...firing.columns, ['metadata', new Map([['rule_id', record.id]])]])
    const tell = this.#teller(record.id, firing)
    tell('RULE_SQL_EXEC', 'rule_activated', () => ({ input: json(firing.columns), environment: {} }))
    counters.asked()
    counters.count('matched')
    const outcome = runStatement(statement, columns, {
      now: () => this.#parts.clock.now(),
      jqTimeout: this.rules.settings.jq_function_default_timeout,
      ...brokerExecution,
      registry: this.#parts.schemas.functions,
    })
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
          count: (name) => counters.count(name),
          tell,
        })
      }
    }
    return outcome
  }

  /** Says what happens to the traces of a rule, and puts nothing together while none runs. */
  #teller(id: string, { node, columns, who, isDry }: Firing): RuleTeller {
    const { trace } = this.#parts.cluster
    const clientid = columns.get('clientid')
    const timestamp = columns.get('timestamp')
    return (tag, msg, detail = () => ({}), level = 'debug') =>
      trace.write?.({
        who: who ?? { node, ...(typeof clientid === 'string' && { clientid }) },
        ...{ tag, msg, level },
        meta: {
          rule_id: id,
          rule_trigger_ts: [Number(typeof timestamp === 'bigint' ? timestamp : this.#parts.clock.now())],
          ...(isDry === true && { stop_action_after_render: true }),
          ...detail(),
        },
      })
  }
}
