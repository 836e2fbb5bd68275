import type { BrokerContext } from '../../compose/broker-context.ts'
import type { AlarmName } from '../../monitoring/alarms/alarms.ts'
import { cascadeLimits } from '../../mqtt/routing/cascade.ts'
import type { RuleLimit } from './rule-runner.ts'

const lookMs = 10_000
/** The maximum number of rules in an alarm, which people read. */
const mostNamed = 20

const alarms: Readonly<Record<RuleLimit, { readonly name: AlarmName; readonly message: string }>> = {
  time: {
    name: 'rule_time_limit',
    message: 'Rules are skipped: their statements take more than their share of time',
  },
  cascade: {
    name: 'rule_republish_limit',
    message: `Messages of rules are dropped: more than ${cascadeLimits.messages} messages or ${cascadeLimits.timeMs / 1000} seconds of work came of one message`,
  },
  backlog: {
    name: 'rule_backlog_limit',
    message: 'Events are lost to rules: more come in than rules can work off',
  },
}

type RuleLimitsDeps = Pick<BrokerContext, 'alarms' | 'clock' | 'log'>

/** Raises an alarm with the names of the rules that reach a limit, until no rule reaches it for a while. */
export function watchRuleLimits({ alarms: raised, clock, log }: RuleLimitsDeps) {
  /** The rules that reached an active limit, since the last check and before it. */
  const active = new Map<RuleLimit, NamedRules>()
  const tell = (limit: RuleLimit, named: NamedRules) => {
    const { name, message } = alarms[limit]
    raised.limitReached(name, message, { rules: named.all })
  }
  const leave = (limit: RuleLimit) => {
    active.delete(limit)
    raised.limitLeft(alarms[limit].name)
  }
  const stop = clock.every(lookMs, () => {
    for (const [limit, named] of [...active]) {
      named.age()
      // The alarm is raised again if a user has deactivated it.
      if (named.isEmpty) leave(limit)
      else tell(limit, named)
    }
  })
  return {
    stop,
    note(limit: RuleLimit, ruleIds: readonly string[]): void {
      const known = active.get(limit)
      const named = known ?? new NamedRules()
      active.set(limit, named)
      if (!named.add(ruleIds)) return
      tell(limit, named)
      if (known !== undefined) return
      const details = { rules: named.all.join(', ') }
      log.write({ level: 'error', message: alarms[limit].name, details, isThrottled: true })
    },
    /** Removes a rule that was changed or deleted: its former runs no longer count. */
    forget(ruleId: string): void {
      for (const [limit, named] of [...active]) {
        if (!named.remove(ruleId)) continue
        if (named.isEmpty) leave(limit)
        else tell(limit, named)
      }
    },
  }
}

/**
 * The rules since the last check and since the check before it, so that names do not appear and disappear with every
 * check.
 */
class NamedRules {
  #recent = new Set<string>()
  #older = new Set<string>()

  get all(): readonly string[] {
    return [...new Set([...this.#recent, ...this.#older])].slice(0, mostNamed)
  }

  get isEmpty(): boolean {
    return this.#recent.size === 0 && this.#older.size === 0
  }

  /** Adds rules; returns true if a rule was not named yet. */
  add(ids: readonly string[]): boolean {
    let isNew = false
    for (const id of ids) {
      if (this.#recent.size === mostNamed) break
      if (this.#recent.has(id)) continue
      this.#recent.add(id)
      isNew ||= !this.#older.has(id)
    }
    return isNew
  }

  remove(id: string): boolean {
    const wasRecent = this.#recent.delete(id)
    return this.#older.delete(id) || wasRecent
  }

  age(): void {
    this.#older = this.#recent
    this.#recent = new Set()
  }
}
