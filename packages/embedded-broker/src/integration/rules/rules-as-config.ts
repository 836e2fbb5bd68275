import { anyMap, boolean, duration } from '@brokerdeck/contract/description/scalars.ts'
import { mapOf, optional, struct } from '@brokerdeck/contract/description/schema.ts'
import type { KeptElsewhere } from '../../config/config.ts'
import { isObject, readEngineSettings, readRule, type UnreadRule } from './read-rule.ts'
import type { RuleEngine } from './rule-engine.ts'
import type { RuleRecord } from './rule-store.ts'

/** Each rule is checked completely when it is written; rules and settings that a text omits stay. */
const schema = struct('rule_engine', {
  ignore_sys_message: optional(boolean),
  jq_function_default_timeout: optional(duration),
  rules: optional(mapOf('id', anyMap)),
})

const objectIn = (value: unknown): UnreadRule => (isObject(value) ? value : {})

/** Represents the rules and the settings of the rule engine as the root `rule_engine` of the configuration. */
export function rulesAsConfig(engine: RuleEngine, now: () => number): KeptElsewhere {
  const { rules } = engine
  const settingsIn = ({ rules: _, ...settings }: UnreadRule) => readEngineSettings(settings, rules.settings)
  const recordsIn = ({ rules: given }: UnreadRule) =>
    Object.entries(objectIn(given)).map(([id, rule]) => toRecord(id, objectIn(rule), now()))
  return {
    schema,
    read: () => ({
      ...rules.settings,
      jq_function_default_timeout: `${rules.settings.jq_function_default_timeout}ms`,
      rules: Object.fromEntries(rules.all().map(({ record }) => [record.id, toDocument(record)])),
    }),
    check(given) {
      settingsIn(objectIn(given))
      recordsIn(objectIn(given))
    },
    async write(given) {
      const records = recordsIn(objectIn(given))
      await rules.configure(settingsIn(objectIn(given)))
      for (const record of records) await engine.put(record)
    },
  }
}

function toDocument({ id: _, createdAt, lastModifiedAt, ...rule }: RuleRecord) {
  return { ...rule, metadata: { created_at: createdAt, last_modified_at: lastModifiedAt } }
}

/**
 * Returns the rule exactly as given, whatever rule existed under its id; its times are those of the broker that it
 * comes from.
 */
function toRecord(id: string, given: UnreadRule, now: number): RuleRecord {
  const record = readRule(id, given, undefined, now)
  const { created_at: createdAt = now, last_modified_at: lastModifiedAt = now } = objectIn(given['metadata'])
  return {
    ...record,
    createdAt: typeof createdAt === 'number' ? createdAt : now,
    lastModifiedAt: typeof lastModifiedAt === 'number' ? lastModifiedAt : now,
  }
}
