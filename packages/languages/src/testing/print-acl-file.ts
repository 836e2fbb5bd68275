import {
  type AccessRule,
  type AccessRuleSubject,
  everyQos,
  type RuleTopic,
} from '../access-rules/access-rule.ts'

/** Prints one rule per line, in the format that `parseAclFile` reads. */
export function printAclFile(rules: readonly AccessRule[]): string {
  return rules.map((rule) => `${printAclRule(rule)}\n`).join('')
}

export function printAclRule({ permission, who, topics, ...action }: AccessRule): string {
  const filters = topics === 'all' ? topics : list(topics.map(printTopic))
  return `{${permission}, ${printWho(who)}, ${printAction(action)}, ${filters}}.`
}

const quoted = (text: string): string => {
  const plain = text.replace(/["\\]/g, '\\$&')
  return `"${plain.replace(/[\p{Cc}\u00a0]/gu, (odd) => `\\x{${odd.charCodeAt(0).toString(16)}}`)}"`
}

const list = (items: readonly string[]): string => `[${items.join(', ')}]`

const textOrPattern = ({ text, isPattern }: { text: string; isPattern: boolean }): string =>
  isPattern ? `{re, ${quoted(text)}}` : quoted(text)

function printWho(who: AccessRuleSubject): string {
  switch (who.kind) {
    case 'all':
      return 'all'
    case 'ipaddr':
      return `{ipaddr, ${quoted(who.net)}}`
    case 'ipaddrs':
      return `{ipaddrs, ${list(who.nets.map(quoted))}}`
    case 'and':
    case 'or':
      return `{'${who.kind}', ${list(who.of.map(printWho))}}`
    case 'client_attr':
      return `{client_attr, ${quoted(who.name)}, ${textOrPattern(who)}}`
    default:
      return `{${who.kind}, ${textOrPattern(who)}}`
  }
}

function printAction({ action, qos, retain }: Pick<AccessRule, 'action' | 'qos' | 'retain'>): string {
  const options = [
    ...(everyQos.every((level, at) => qos[at] === level) && qos.length === everyQos.length
      ? []
      : [`{qos, ${list(qos.map(String))}}`]),
    ...(retain === 'all' ? [] : [`{retain, ${retain}}`]),
  ]
  return options.length === 0 ? action : `{${action}, ${list(options)}}`
}

const printTopic = ({ text, isExact }: RuleTopic): string =>
  isExact ? `{eq, ${quoted(text)}}` : quoted(text)
