import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Cluster overview',
  summary: (running: number, all: number, uptime: string) =>
    `${running} of ${plural(all, { one: '1 node', other: `${all} nodes` })} running, up ${uptime}`,
  live: (seconds: number) => `Live, every ${seconds} s`,
  notLive: (age: string) => `No answer for ${age}`,

  health: 'Health',
  attention: (count: number) =>
    plural(count, { one: '1 check needs attention', other: `${count} checks need attention` }),
  healthy: 'No check needs attention',
  allChecks: 'All checks',
  checked: 'Checked: nodes, versions, memory, alarms, dropped messages',
  unchecked: (what: string) => `could not be checked: ${what}`,
  nodesChecked: 'nodes',
  alarmsChecked: 'alarms',
  ratesChecked: 'dropped messages',
  stopped: (node: string) => `${node} stopped`,
  activeAlarms: (count: number) => plural(count, { one: '1 active alarm', other: `${count} active alarms` }),
  memory: (node: string, percent: string) => `${node} memory ${percent}`,
  versions: (versions: string) => `nodes in the cluster run different versions: ${versions}`,
  drops: (rate: string) => `${rate} messages dropped per second`,

  figures: 'Figures of the cluster',
  scope: (running: number, all: number) => `Cluster: ${running} of ${all} nodes answered`,

  nodes: 'Nodes',
  nodesCaption: (running: number, stopped: number) =>
    stopped === 0 ? `${running} running` : `${running} running, ${stopped} stopped`,
  allNodes: 'All nodes',

  alarms: 'Active alarms',
  allAlarms: 'All alarms',
  noAlarms: 'No alarm is active.',
  moreAlarms: (count: number) => plural(count, { one: 'and 1 more', other: `and ${count} more` }),

  reset: 'Reset monitor data',
  resetTitle: 'Confirm to reset monitor data?',
  resetBody:
    'The history of all nodes is deleted: the charts begin anew. Counters, clients and messages are not touched. This cannot be undone.',
  resetAction: 'Reset',
  resetDone: 'Reset successfully',
}
