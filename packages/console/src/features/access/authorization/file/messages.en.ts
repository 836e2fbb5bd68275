import { plural } from '#i18n/plural.ts'

export const en = {
  atLine: (line: number, words: string) => `Line ${line}: ${words}`,
  unfinished: 'the rule does not end. Each ends with a full stop.',
  unexpected: (token: string) => `something is missing or wrong before ${token}.`,
  unterminated: 'the quotes are not closed.',
  illegal: (column: number) => `the character at column ${column} cannot stand here.`,
  variable: 'texts stand in quotes, and words begin with a small letter.',
  noRule: 'this is no rule. A rule is {allow or deny, who, action, [topics]}. or {allow or deny, all}.',
  noPermission: 'a rule begins with allow or deny.',
  noWho:
    'this is not whom a rule can be for: all, {username, "…"}, {clientid, "…"}, {ipaddr, "…"}, {ipaddrs, […]}, {client_attr, "…", "…"}, {\'and\', […]} or {\'or\', […]}.',
  noAction: 'an action is publish, subscribe or all, or {publish, [{qos, 1}, {retain, false}]}.',
  noQos: 'a QoS is 0, 1 or 2, or a list of them.',
  noRetain: 'retain is true, false or all.',
  noPattern: 'this is no regular expression.',
  summary: 'The rules in words',
  summaryNote: 'Looked at from the top down; the first that matches decides.',
  line: (line: number) => `Line ${line}`,
  unread: 'The rules can be said in words once they can be read.',
  empty: 'No rules: the next source is asked about everything.',
  unreached: 'never reached',
  neverMatches: 'never matches',
  more: (count: number, shown: string) => `${shown} more ${plural(count, { one: 'rule', other: 'rules' })}`,
  rest: 'What no rule matches is left to the next source.',
}
