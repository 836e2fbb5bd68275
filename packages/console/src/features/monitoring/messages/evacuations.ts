import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'

export const evacuations = {
  subject: 'Evacuation & Rebalancing',
  notOffered: 'This edition has no evacuation.',
  none: 'No node is being evacuated, and no rebalancing is running.',
  evacuated: (count: number) =>
    plural(count, {
      one: '1 node is being evacuated.',
      other: `${formatNumber(count)} nodes are being evacuated.`,
    }),
  rebalancing: 'The cluster is being rebalanced.',
  clientsLeft: (node: string, left: string, all: string) => `${node}: ${left} of ${all} clients left`,
  evacuationConsequence:
    'A node that is evacuated refuses new clients until the evacuation is stopped, also once its clients are gone and after a restart.',
  rebalancingConsequence:
    'Clients of the nodes that have more than the others are disconnected and connect again.',
  toPage: 'Progress, and how to stop it',
}
