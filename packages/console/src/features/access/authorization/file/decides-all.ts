import { type AccessRule, everyQos } from '@brokerdeck/contract/access/rules/access-rule.ts'

/** Whether a rule matches whatever is asked, so that none behind it is ever looked at. */
export function decidesAll({ who, action, topics, qos, retain }: AccessRule): boolean {
  const isEveryQos = everyQos.every((level) => qos.includes(level))
  return who.kind === 'all' && action === 'all' && topics === 'all' && isEveryQos && retain === 'all'
}
