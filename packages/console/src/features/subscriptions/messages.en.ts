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
  noneMatchText: 'A topic filter finds subscriptions that it covers: cmd/# finds cmd/+/set.',
  durable: 'Durable',
  yes: 'Yes',
  no: 'No',
  topics: 'Topics',
}
