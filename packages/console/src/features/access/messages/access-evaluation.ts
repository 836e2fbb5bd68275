import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

const subscriptions = (count: number, many: string) =>
  plural(count, { one: '1 subscription', other: `${many} subscriptions` })

const clients = (count: number, many: string) => plural(count, { one: '1 client', other: `${many} clients` })

export const accessEvaluation = {
  onlyBroker:
    'It asks another system, which only the broker can do. A trace of an attempt shows what it says.',
  fileUnreadable: 'This page cannot read the rules of the file.',
  lacksAddress: 'It speaks of addresses, and the address of the client is not known.',
  lacksAttributes: 'It speaks of client attributes, which are only known of a session.',
  lacksCertificate: 'It speaks of the common name in the certificate, which the broker does not show.',
  lacksPattern: 'It has a pattern that the broker may read differently than this page can.',
  ownRules: 'Rules of the credentials',
  superuser: 'Superuser',
  defaultTitle: 'What no source decides',
  ruleInFile: (number: number, line: number) => `Rule ${number}, line ${line} of the file:`,
  ruleInTable: (table: string, number: number) => `Rule ${number} ${table}:`,
  tableClients: 'of the client ID',
  tableUsers: 'of the username',
  tableAll: 'for all',
  rewritten:
    'Topic rewrite is on: this page checks the rewritten filter, while the broker checks the one the client requested.',
}

export const matches = {
  open: 'Which clients does this affect?',
  openOf: (number: string) => `Rule ${number}`,
  which: vocabulary.rule,
  choice: (number: string, words: string) => `${number}. ${words}`,
  ofClient: (name: string) => `Rules of the client ID ${name}`,
  ofUser: (name: string) => `Rules of the username ${name}`,
  ofAll: 'Rules of everybody',
  asEdited: 'Includes the changes in the form, which are not applied yet.',
  reading: 'Looking at who is connected and what is subscribed …',
  allows: (count: number, many: string) => `It allows ${subscriptions(count, many)}`,
  denies: (count: number, many: string) => `It denies ${subscriptions(count, many)}`,
  decided: 'Subscriptions that it decides',
  earlier: (count: number, many: string) =>
    `${subscriptions(count, many)} ${plural(count, { one: 'is', other: 'are' })} decided before it`,
  earlierLabel: 'Subscriptions that are decided before it',
  untold: (count: number, many: string) =>
    `Can't determine whether this rule decides ${subscriptions(count, many)}`,
  untoldLabel: 'Undetermined subscriptions',
  clients: (count: number, many: string) => `It is for ${clients(count, many)}`,
  clientsLabel: 'Clients that it is for',
  maybe: (count: number, many: string) =>
    `Can't determine whether the rule applies to ${clients(count, many)}: the attributes it checks are unknown.`,
  decidedBy: (who: string) => `Decided by ${who}`,
  wideNames: (count: number, many: string, first: string) =>
    `The topic takes in the name of ${clients(count, many)} that holds +, # or /, and the broker takes these for what they mean in a filter. The first: ${first}`,
  by: (who: string, rule: string) => `${who}: ${rule}`,
  ruleOf: (where: string, rule: string) => `${where} ${rule}`,
  maybeSuperuser: 'The broker does not show whether the client is a superuser, who would skip authorization.',
  allowedAnyway: 'Whoever decides, it is allowed.',
  deniedAnyway: 'Whoever decides, it is denied.',
  qos: (level: number) => `QoS ${level}`,
  why: 'Why it is so now',
  whyPublish: 'What it may publish',
  showMore: (count: string, rest: string) => `Show ${count} more of ${rest}`,
  noSource: 'The source of this rule is not in the chain, so the rule has no effect.',
  disabled: 'The source of this rule is disabled, so the rule is not looked at.',
  nobody: 'No client is connected.',
  noClientId: (name: string) => `No client is connected with the client ID ${name}.`,
  noUsername: (name: string) => `No client is connected with the username ${name}.`,
  noAddress: (net: string) => `No client is connected from ${net}.`,
  noneMeant: 'None of the clients that were looked at is one that the rule is for.',
  onlyPublish:
    'The rule is for publishing. What clients publish shows only when they do: the page Why answers for a topic.',
  alsoPublish: 'What these clients publish shows only when they do: the page Why answers for a topic.',
  noneCovered: 'None of their subscriptions is one that the rule covers.',
  allEarlier: 'The rule decides none of them: earlier rules already have.',
  lookedClients: (count: number, many: string, total: string) =>
    `${clients(count, many)} of ${total} connected ones`,
  looked: (count: number, many: string, total: string) => `${subscriptions(count, many)} of ${total}`,
  lookedAt: (of: string, their: string) => `Looked at: ${of}, and ${their}.`,
  gone: (count: number, many: string) => `The clients of ${subscriptions(count, many)} could not be read.`,
  limits:
    'This is what the broker would decide if these clients subscribed now; what is subscribed already stays as it was decided then.',
}

export const preview = {
  title: 'Preview',
  reading: 'Looking at what is subscribed now …',
  working: 'Working out what changes …',
  canStill: 'The change can be applied all the same.',
  nobody: 'No client is connected that has subscribed to anything, so there is nothing to compare.',
  nothingChanges: 'No subscription that was looked at is decided otherwise.',
  denied: (count: number, many: string) =>
    `${subscriptions(count, many)} would be denied that ${plural(count, { one: 'is', other: 'are' })} allowed now`,
  allowed: (count: number, many: string) =>
    `${subscriptions(count, many)} would be allowed that ${plural(count, { one: 'is', other: 'are' })} denied now`,
  untold: (count: number, many: string) =>
    `Can't determine whether the answer changes for ${subscriptions(count, many)}`,
  changes: 'Changed answers',
  isAllowed: vocabulary.allowed,
  isDenied: vocabulary.denied,
  isUntold: "Can't determine",
  becomes: 'becomes',
  qos: (level: number) => `QoS ${level}`,
  by: (who: string, rule: string) => `${who}: ${rule}`,
  ruleOf: (where: string, rule: string) => `${where} ${rule}`,
  unless: (who: string) => `Nothing changes where this decides before: ${who}`,
  sameBefore: (who: string) => `Or an earlier one with the same answer: ${who}`,
  maybeSuperuser: 'Nothing changes if the client is a superuser, which the broker does not show.',
  credentials: 'A token or an answer over HTTP may have brought rules of its own.',
  unread: 'There are too many rules to read all of them for this preview.',
  why: 'Why it is so now',
  showMore: (count: string, rest: string) => `Show ${count} more of ${rest}`,
  looked: (count: number, many: string, total: string) =>
    `${subscriptions(count, many)} of connected clients ${plural(count, { one: 'was', other: 'were' })} looked at, of ${total} that the broker has.`,
  absent: (count: number, many: string) =>
    `${subscriptions(count, many)} of clients that are not connected ${plural(count, { one: 'is', other: 'are' })} left out.`,
  gone: (count: number, many: string) => `The clients of ${subscriptions(count, many)} could not be read.`,
  limits:
    'The broker decides again when a client subscribes again: what is subscribed now stays until then. What clients publish is not part of this preview.',
}
