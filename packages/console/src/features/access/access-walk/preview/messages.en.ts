import { plural } from '#i18n/plural.ts'

const subscriptions = (count: number, many: string) =>
  plural(count, { one: '1 subscription', other: `${many} subscriptions` })

export const en = {
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
    `Of ${subscriptions(count, many)} it cannot be told whether the answer changes`,
  changes: 'Changed answers',
  isAllowed: 'Allowed',
  isDenied: 'Denied',
  isUntold: 'Cannot be told',
  becomes: 'becomes',
  qos: (level: number) => `QoS ${level}`,
  by: (who: string, rule: string) => `${who}: ${rule}`,
  ruleOf: (where: string, rule: string) => `${where} ${rule}`,
  unless: (who: string) => `Nothing changes where this decides before: ${who}`,
  sameBefore: (who: string) => `Or one that is asked before and says the same: ${who}`,
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
