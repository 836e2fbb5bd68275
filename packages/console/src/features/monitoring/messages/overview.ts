import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const overview = {
  title: 'Cluster Overview',
  summary: (running: number, all: number, uptime: string) =>
    `${formatNumber(running)} of ${plural(all, { one: '1 node', other: `${formatNumber(all)} nodes` })} running, up ${uptime}`,
  figures: 'Cluster metrics',
  scope: (running: number, all: number) =>
    `Cluster: ${formatNumber(running)} of ${formatNumber(all)} nodes answered`,

  nodes: vocabulary.nodes,
  nodesCaption: (running: number, away: number) =>
    away === 0
      ? `${formatNumber(running)} running`
      : `${formatNumber(running)} running, ${formatNumber(away)} not running`,
  allNodes: 'All nodes',

  alarms: vocabulary.activeAlarms,
  allAlarms: 'All alarms',
  noAlarms: 'No active alarms.',
  moreAlarms: (count: number) =>
    plural(count, { one: 'and 1 more', other: `and ${formatNumber(count)} more` }),

  reset: 'Reset monitor data',
  resetTitle: 'Confirm to reset monitor data?',
  resetBody:
    'The history of all nodes is deleted: charts start over. Counters, clients and messages are not affected. This cannot be undone.',
  resetAction: vocabulary.reset,
  resetDone: vocabulary.resetSuccessfully,
}
