import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Metrics',
  summary: 'Counters since each node started',
  sumOf: (count: number) =>
    plural(count, { one: 'of 1 node', other: `summed over ${formatNumber(count)} nodes` }),
  ofNode: (node: string) => `of ${node}`,
  search: 'Find a counter',
  searchHint: 'Name or meaning',
  startCounting: 'Count from now',
  startCountingHint: 'The column "new" begins again at zero.',
  countingSince: (time: string) => `new since ${time}`,
  refresh: 'Refresh',
  nothingFound: 'No counter matches',
  nothingFoundText: (words: string) => `Neither the name nor the meaning of a counter contains "${words}".`,
  clearSearch: 'Show all counters',
  absentTitle: (node: string) => `${node} has no counters`,
  absentText:
    'It is stopped, or there is no such node in the cluster. Counters of a node are gone when it stops.',
  toCluster: 'Show the cluster',
  failedNodes: 'Nodes that could not be asked; the sums lack them:',
  stoppedNodes: (nodes: string) => `Stopped, so not in the sums: ${nodes}`,

  name: 'Counter',
  meaning: 'Meaning',
  value: 'Value',
  fresh: 'New',
  connections: 'Connections',
  sessions: 'Sessions',
  access: 'Access control',
  bytes: 'Bytes',
  packets: 'Packets',
  messages: 'Messages',
  delivery: 'Delivery',
  overload: 'Overload protection',
  other: 'Other',
}
