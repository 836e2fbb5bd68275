import type { BrokerContext } from '../../compose/broker-context.ts'
import type { AlarmName } from '../../monitoring/alarms/alarms.ts'
import { cascadeLimits } from '../../mqtt/routing/cascade.ts'
import type { RuleLimit } from './rule-runner.ts'

const lookMs = 10_000
/** An alarm is for reading. */
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

/** Raises an alarm with the names of the rules that come to a limit, until none does for a while. */
export function watchRuleLimits({ alarms: raised, clock, log }: RuleLimitsDeps) {
  /** The rules that came to an active limit since the last look, and before it. */
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
      // Again where somebody has deactivated it by hand.
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
    /** A rule was changed or deleted: what it did before is no longer its fault. */
    forget(ruleId: string): void {
      for (const [limit, named] of [...active]) {
        if (!named.remove(ruleId)) continue
        if (named.isEmpty) leave(limit)
        else tell(limit, named)
      }
    },
  }
}

/** Rules since the last look and since the one before it, so that no name comes and goes with every look. */
class NamedRules {
  #recent = new Set<string>()
  #older = new Set<string>()

  get all(): readonly string[] {
    return [...new Set([...this.#recent, ...this.#older])].slice(0, mostNamed)
  }

  get isEmpty(): boolean {
    return this.#recent.size === 0 && this.#older.size === 0
  }

  /** True if one of them was not named yet. */
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
