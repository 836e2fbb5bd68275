import { plural } from '#i18n/plural.ts'

export const en = {
  tree: 'Topics',
  find: 'Find in the tree',
  findPlaceholder: 'Part of a topic, or a filter',
  found: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'place', other: 'places' })} found`,
  show: 'Show',
  all: 'All',
  routes: 'Subscribed',
  retained: 'Retained',
  captured: 'Captured',
  sort: 'Sort by',
  byName: 'Name',
  byActivity: 'Activity',
  sortAgain: 'Sort by activity again',
  expandAll: 'Open all',
  collapseAll: 'Close all',
  topic: 'Topic',
  lastValue: 'Last value',
  messages: 'Messages',
  rate: '/s',
  emptyLevel: '(empty level)',
  system: 'made by the broker',
  noneFound: 'Nothing found',
  noneFoundText: 'Only what is loaded or captured is searched.',
  emptyTitle: 'No topics yet',
  emptyText:
    'A topic exists only while somebody subscribes to it or a message of it is retained. To see what is published, capture a branch.',
  nothingShown: 'This source has named no topic so far.',
  counts: (topics: string, levels: string, limit: string) =>
    `${topics} topics, ${levels} levels (at most ${limit})`,
  full: (levels: string, missed: string) =>
    `The tree is full (${levels} levels): ${missed} times a topic was not taken in. Switch a source off, or forget what was captured.`,
  keys: 'Arrow keys walk, open and close; letters find; Enter shows the topic.',
  isRoute: 'subscribed',
  isRetained: 'retained',
  isCaptured: 'captured',
  below: (count: number) => plural(count, { one: 'topic', other: 'topics' }),
  messageCount: (count: number) => plural(count, { one: 'message', other: 'messages' }),
  perSecond: 'per second',
  loading: 'Loading the tree',
}
