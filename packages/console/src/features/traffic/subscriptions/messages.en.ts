import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Subscriptions',
  label: 'Subscriptions',
  summary: 'Who listens to what, on every node',
  client: 'Client ID',
  node: 'Node',
  match: 'Topic filter',
  group: 'Share group',
  anyQos: (qos: number) => `QoS ${qos}`,
  emptyTitle: 'No subscriptions',
  emptyText:
    'A subscription appears when a client subscribes. Topics exist only while somebody subscribes to them.',
  noneMatch: 'No subscription matches',
  within: 'covers',
  receives: 'Receives topic',
  noneMatchText:
    '“Is exactly” compares the whole filter, with its $share prefix. “Covers” finds the filters inside another one: cmd/# covers cmd/+/set. “Receives topic” finds who gets the messages of a topic.',
  noneReceives: 'No subscribed filter covers this topic: a message published to it reaches nobody now.',
  coveredBy: (count: number, shown: string, routes: string) =>
    `${shown} of ${routes} subscribed ${plural(count, { one: 'filters covers', other: 'filters cover' })} the topic:`,
  routesCut: (count: string) =>
    `Only the first ${count} routes were searched. Subscriptions may be missing below.`,
  filtersCut: (count: string) =>
    `More than ${count} filters cover the topic. The subscriptions of the first ones are listed.`,
  subscribersCut: (count: string) => `The first ${count} subscriptions are listed. There are more.`,
  whyNoRefresh:
    'Off while filters are compared with a topic or a wider filter: the broker would look at every route again and again. Use Refresh.',
  durable: 'Durable',
  yes: 'Yes',
  no: 'No',
  topics: 'Topics',
}
