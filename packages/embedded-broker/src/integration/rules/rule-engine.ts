import { ruleCounters } from '@brokerdeck/contract/integration/rules.ts'
import { loadJq } from '@brokerdeck/languages/rule-sql/evaluate/load-jq.ts'
import type { Outcome } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import { RatedCounters, sampleMilliseconds } from '../../backends/rated-counters.ts'
import type { BrokerContext } from '../../compose/broker-context.ts'
import type { Traced } from '../../mqtt/events/tracing.ts'
import type { ClusterEvents, Message } from '../../mqtt/node/cluster.ts'
import type { ResourceKind } from '../connectors/resource-store.ts'
import type { RuleReferences } from '../integrations.ts'
import {
  alarmColumns,
  connackColumns,
  subscriptionColumns,
  toAckedColumns,
  toAuthenticatedColumns,
  toAuthorizedColumns,
  toConnectedColumns,
  toDeliveredColumns,
  toDisconnectedColumns,
  toDroppedColumns,
  toPublishedColumns,
  toUnscreenedColumns,
} from './event-columns.ts'
import { type Firing, type RuleCounters, RuleRunner } from './rule-runner.ts'
import { type KeptRule, type RuleRecord, RuleStore } from './rule-store.ts'
import { RuleTurns, usualTurnLimits } from './rule-turns.ts'
import { watchRuleLimits } from './watch-rule-limits.ts'

/** The approximate size in bytes of an event's columns beside the payload. */
const eventBytes = 2000

const unscreenedEvents = {
  validation: '$events/schema_validation_failed',
  transformation: '$events/message_transformation_failed',
} as const

type EngineParts = Pick<
  BrokerContext,
  'cluster' | 'store' | 'clock' | 'alarms' | 'faults' | 'log' | 'integrations' | 'schemas'
>

/** Runs the rules on events, on the node where they happen. */
export class RuleEngine implements RuleReferences {
  readonly rules: RuleStore
  readonly #parts: EngineParts
  readonly #counters = new Map<string, Map<string, RuleCounters>>()
  readonly #stops: (() => void)[]
  readonly #runner: RuleRunner
  readonly #turns: RuleTurns
  readonly #limits: ReturnType<typeof watchRuleLimits>

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.rules = new RuleStore(parts.store)
    const { cluster, alarms, clock, faults } = parts
    this.#limits = watchRuleLimits(parts)
    this.#runner = new RuleRunner({
      ...parts,
      rules: this.rules,
      counters: (id, node) => this.counters(id, node),
      onLimit: this.#limits.note,
    })
    this.#turns = new RuleTurns({
      limits: usualTurnLimits,
      now: () => performance.now(),
      defer: (run) => setImmediate(() => faults.contain('timer', 'rule_turn', run)),
    })
    cluster.load.isBusy = () => this.#turns.isBusy
    this.#stops = [
      cluster.on('published', ({ message, node }) => this.#runPublished(message, node)),
      cluster.on('delivered', ({ session, message }) => {
        const { node } = session
        this.#fire(
          '$events/message_delivered',
          node,
          () => toDeliveredColumns(session, message, this.#at(node)),
          { message },
        )
      }),
      cluster.on('acked', ({ session, message, said }) => {
        const { node } = session
        this.#fire('$events/message_acked', node, () =>
          toAckedColumns(session, message, { said, ...this.#at(node) }),
        )
      }),
      cluster.on('authenticated', (event) => {
        const { node } = event.who
        this.#fire('$events/client_check_authn_complete', node, () =>
          toAuthenticatedColumns(event, this.#at(node)),
        )
      }),
      cluster.on('answered', (event) => {
        const { node } = event.who
        this.#fire('$events/client_connack', node, () => connackColumns(event, this.#at(node)))
      }),
      cluster.on('authorized', (event) => {
        const { node } = event.subject
        this.#fire('$events/client_check_authz_complete', node, () =>
          toAuthorizedColumns(event, this.#at(node)),
        )
      }),
      cluster.on('dropped', (event) => this.#runDropped(event)),
      cluster.on('unscreened', (event) => {
        const { message, node, kind } = event
        if (message.isSys && this.rules.settings.ignore_sys_message) return
        this.#fire(
          unscreenedEvents[kind],
          node,
          () => toUnscreenedColumns(event, cluster.session(message.fromClientid), this.#at(node)),
          { message },
        )
      }),
      cluster.on('connected', (event) => {
        const { node } = event.session
        this.#fire('$events/client_connected', node, () => toConnectedColumns(event, this.#at(node)))
      }),
      cluster.on('disconnected', (event) => {
        const { node } = event.session
        this.#fire('$events/client_disconnected', node, () => toDisconnectedColumns(event, this.#at(node)))
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
    this.#parts.cluster.load.isBusy = undefined
    this.#turns.close()
    this.#limits.stop()
    for (const stop of this.#stops) stop()
  }

  async put(record: RuleRecord): Promise<void> {
    await this.rules.put(record)
    this.#forgetRuns(record.id)
    const kept = this.rules.find(record.id)
    if (kept !== undefined) await loadJq(kept.statement)
  }

  async remove(id: string): Promise<void> {
    this.#counters.delete(id)
    await this.rules.remove(id)
    this.#forgetRuns(id)
  }

  /** Resets the time and the limits of a rule, because its former statement used them. */
  #forgetRuns(id: string): void {
    this.#runner.forget(id)
    this.#limits.forget(id)
  }

  /** Returns the ids of the rules that send results to the action, or receive data from the source. */
  naming(kind: ResourceKind, id: string): readonly string[] {
    return this.#naming(kind, id).map(({ record }) => record.id)
  }

  /** Removes an action from the rules that refer to it. */
  async withdraw(id: string): Promise<void> {
    for (const { record } of this.#naming('actions', id))
      await this.put({ ...record, actions: record.actions.filter((action) => action !== id) })
  }

  receive(sourceId: string, node: string, columns: TermMap): void {
    this.#fire(`$bridges/${sourceId}`, node, () => columns)
  }

  listCounters(node: string) {
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

  counters(id: string, node: string): RuleCounters {
    const nodes = this.#counters.get(id) ?? new Map<string, RuleCounters>()
    this.#counters.set(id, nodes)
    const counters = nodes.get(node) ?? new RatedCounters(ruleCounters)
    nodes.set(node, counters)
    return counters
  }

  reset(id: string): void {
    this.#counters.delete(id)
  }

  #at = (node: string) => ({ node, now: this.#parts.clock.now() })

  #runPublished(message: Message, node: string): void {
    if (this.#runner.isDirect || message.topic.startsWith('$events/')) return
    if (message.isSys && this.rules.settings.ignore_sys_message) return
    const sender = () => this.#parts.cluster.session(message.fromClientid)
    this.#fire(message.topic, node, () => toPublishedColumns(message, sender(), this.#at(node)), {
      message,
      whose: sender,
    })
  }

  #runDropped({ message, reason, clientid, node }: ClusterEvents['dropped']): void {
    if (message.isSys && this.rules.settings.ignore_sys_message) return
    const { cluster } = this.#parts
    const topic = clientid === undefined ? '$events/message_dropped' : '$events/delivery_dropped'
    const buildColumns = () => {
      const receiver = clientid === undefined ? undefined : cluster.session(clientid)
      const sender = cluster.session(message.fromClientid)
      return toDroppedColumns(message, { reason, receiver, sender, ...this.#at(node) })
    }
    this.#fire(topic, node, buildColumns, { message })
  }

  #fire(
    topic: string,
    node: string,
    buildColumns: () => TermMap,
    { message, whose }: { readonly message?: Message; readonly whose?: () => Traced | undefined } = {},
  ): void {
    const concerned = topic.startsWith('$events/')
      ? this.rules.ofEvent(topic)
      : this.rules
          .all()
          .filter(
            ({ record, statement }) =>
              record.enable && statement.sources.some(({ name }) => topicMatches(name, topic)),
          )
    if (concerned.length === 0) return
    const firing = { node, columns: buildColumns(), who: whose?.(), lineage: message?.lineage }
    let at = 0
    const isTaken = this.#turns.take({
      bytes: eventBytes + (message?.payload.length ?? 0),
      next: () => {
        const rule = concerned[at++]
        if (rule !== undefined) this.apply(rule, firing)
        return at < concerned.length
      },
    })
    if (isTaken) return
    for (const { record } of concerned) {
      const counters = this.counters(record.id, node)
      for (const name of ['matched', 'failed', 'failed.exception'] as const) counters.count(name)
    }
    this.#limits.note(
      'backlog',
      concerned.map(({ record }) => record.id),
    )
  }

  /** Runs a rule with its actions and counts it. */
  apply(rule: KeptRule, firing: Firing): Outcome {
    return this.#runner.run(rule, firing)
  }

  /** Counts and traces a run that would reach a limit, without running it. */
  reject(rule: KeptRule, firing: Firing, limit: 'time' | 'size'): Outcome {
    return this.#runner.reject(rule, firing, limit)
  }
}
