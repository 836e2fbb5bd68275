export const en = {
  title: 'Topics',
  label: 'Topics',
  summary: 'Topic filters that somebody subscribes to, by node',
  topic: 'Topic filter',
  node: 'Node',
  subscribers: 'Subscribers',
  show: 'Show',
  showOf: (topic: string) => `Show subscribers of ${topic}`,
  addMetric: 'Count messages…',
  noMetric: 'Only single topics can be counted, without + and #.',
  explore: 'Show in the topic explorer',
  explorer: 'Topic Explorer',
  emptyTitle: 'No topics',
  emptyText: 'A topic exists only while somebody subscribes to it; publishing alone does not make one.',
  noneMatch: 'No topic matches',
  noneMatchText:
    'The topic is compared exactly, wildcards included. With a node, shared subscriptions are not listed.',
}
