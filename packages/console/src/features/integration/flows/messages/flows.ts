import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

const several = (count: number, one: string) =>
  `${formatNumber(count)} ${plural(count, { one, other: `${one}s` })}`

export const flows = {
  title: 'Flows',
  flow: 'Flow',
  flowCaption: 'As saved. The broker counts no rates for each source.',
  noOutputs: 'No actions yet',
  notDrawn: (count: string) => `Not drawn: ${count}`,
  search: 'Rule, topic or action',
  show: vocabulary.show,
  problems: 'Problems',
  disabled: vocabulary.disabled,
  as: 'View',
  map: 'Map',
  list: 'List',
  summary: (count: number, shown: string, problems: string, disabled: string) =>
    `${shown} ${plural(count, { one: 'rule', other: 'rules' })}: ${problems} with problems, ${disabled} disabled`,
  emptyTitle: 'No flows yet',
  emptyText:
    'A flow takes messages or events, filters and transforms them with a rule, and passes the result on.',
  noneMatch: 'No flow matches the filters',
  sources: 'Sources',
  actions: vocabulary.actions,
  rule: vocabulary.rule,
  filter: vocabulary.filter,
  status: vocabulary.status,
  in: 'Matched',
  inDefinition: 'Messages and events the rule matched per second, from all its sources.',
  passed: vocabulary.passed,
  passedDefinition: 'Results the rule passed to its actions per second, since the last refresh.',
  rate: (shown: string) => `${shown} /s`,
  inAndPassed: (matched: string, passed: string) => `${matched} in, ${passed} passed /s`,
  inOnly: (matched: string) => `${matched} in /s`,
  idle: 'No messages',
  passing: (share: string) => `${share} pass`,
  unasked: '—',
  ok: 'OK',
  warn: 'Partly passing',
  bad: 'Not passing',
  off: vocabulary.disabled,
  unknown: vocabulary.unknown,
  canvas: 'Map of flows',
  canvasHelp: 'Tab moves through the nodes in view. The list has the same content.',
  legend: (sources: number, rules: number, filters: number, actions: number) =>
    `From left to right: ${several(sources, 'source')}, ${several(rules, 'rule')}, ${several(filters, 'filter')}, ${several(actions, 'action')}. In: messages and events that a rule matched, from all its sources. Passed: results that it handed to each action. Per second, since the last refresh.`,
  showAll: 'Show all',
  openRule: 'Open rule',
  editFlow: 'Edit as flow',
  create: vocabulary.create,
  statement: vocabulary.sql,
  usedBy: 'Rules through this node',
  shared: 'Rules that share a node',
  details: (name: string) => `Selected: ${name}`,
  kind: vocabulary.type,
  connector: vocabulary.connector,
  filteredOut: 'Filtered out',
  exceptions: 'SQL errors',
  actionsFailed: 'Failed actions',
  discarded: 'Discarded results',
  total: (shown: string) => `${shown} in total`,
  share: 'Share passed',
}

export const flowNodes = {
  topic: vocabulary.topic,
  event: vocabulary.event,
  source: vocabulary.dataSource,
  rule: vocabulary.rule,
  filter: vocabulary.filter,
  republish: 'Republish',
  console: 'Console output',
  action: vocabulary.action,
}

/** The problems of an edge through which nothing or not everything goes. */
/** The labels of React Flow's own controls. */
export const flowDrawing = {
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit the drawing in view',
}

export const flowTroubles = {
  missing: "Doesn't exist: results are discarded",
  disabled: 'Disabled: results are discarded',
  disconnected: 'Not connected',
  connecting: 'Still connecting',
  dropping: (shown: string) => `${shown} /s dropped`,
  failing: (shown: string) => `${shown} /s failing`,
  queuing: (shown: string) => `${shown} queued`,
  and: ', ',
  inconsistent: 'Nodes differ',
  withReason: (word: string, reason: string) => `${word}: ${reason}`,
  named: (name: string, trouble: string) => `${name}: ${trouble}`,
  more: (first: string, more: string) => `${first}, and ${more} more`,
}
