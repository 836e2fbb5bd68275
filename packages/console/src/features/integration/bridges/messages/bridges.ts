import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

const count = (number: number, one: string, other: string) =>
  `${formatNumber(number)} ${plural(number, { one, other })}`

const create = { connector: 'Create connector', action: 'Create action', source: 'Create source' }

const anew = { reconnect: 'Reconnect', reconnected: (name: string) => `${name} is connected.` }

export const bridges = {
  taken: 'This name is taken',
  webhook: (name: string) => `Webhook ${name}`,
  settings: vocabulary.settings,
  created: 'Created',
  updated: 'Updated',
  name: vocabulary.name,
  type: vocabulary.type,
  status: vocabulary.status,
  connected: vocabulary.connected,
  connecting: vocabulary.connecting,
  disconnected: vocabulary.disconnected,
  inconsistent: vocabulary.inconsistent,
  enabled: vocabulary.enabled,
  disabled: vocabulary.disabled,
  reason: vocabulary.reason,
  note: vocabulary.note,
  state: vocabulary.state,
  all: vocabulary.all,
  problems: 'Problems',
  node: vocabulary.node,
  stateByNode: 'Connection by node',
  ...anew,
  whyNoReconnect: 'It is disabled and has no connection.',
}

export const connectors = {
  name: vocabulary.name,
  actions: vocabulary.actions,
  sources: vocabulary.sources,
  rules: vocabulary.rules,
  create: create.connector,
  createAction: create.action,
  createSource: create.source,
  createRuleTo: 'Create rule to it',
  createRuleFrom: 'Create rule from it',
  nodes: vocabulary.nodes,
  actionRate: 'Messages that rules hand to it per second, on average over ten seconds.',
  sourceRate: 'Messages received per second, between the last two readings.',
  updateImpact:
    'The connection is closed and opened again on every node. Its actions keep what waits in their buffers, and messages in flight are sent again.',
  settings: vocabulary.settings,
  noUsers: 'This type of connector has no actions and no sources',
  title: vocabulary.connectors,
  label: vocabulary.connectors,
  member: vocabulary.name,
  summary: (all: readonly { readonly actions: readonly string[]; readonly sources: readonly string[] }[]) => {
    const actions = all.reduce((sum, one) => sum + one.actions.length, 0)
    const sources = all.reduce((sum, one) => sum + one.sources.length, 0)
    return `${count(all.length, 'connector', 'connectors')}, used by ${count(actions, 'action', 'actions')} and ${count(sources, 'source', 'sources')}`
  },
  emptyTitle: 'No connectors yet',
  emptyText:
    'A connector is a connection to another system. Actions send data through it, sources receive data from it.',
  noneMatch: 'No connector matches the filters',
  counted: (number: number, shown: string) =>
    `${shown} ${plural(number, { one: 'connector', other: 'connectors' })}`,
  usedBy: 'Used by',
  server: vocabulary.server,
  rate: 'Messages /s',
  rateDefinition:
    'Messages that rules hand to its actions per second, between the last two readings. The broker reports no rate for sources.',
  pending: 'Pending',
  pendingDefinition: 'Messages queued or in flight in the buffers of its actions, on all nodes.',
  since: 'Problem since',
  sinceDefinition:
    'When the first node raised an alarm about it. Without an active alarm: when this tab first saw the problem.',
  firstSeen: (relative: string) => `first seen ${relative}`,
  used: (actions: number, sources: number) =>
    actions + sources === 0
      ? 'Not used'
      : [
          actions > 0 && count(actions, 'action', 'actions'),
          sources > 0 && count(sources, 'source', 'sources'),
        ]
          .filter((part) => part !== false)
          .join(', '),
  usedByActions: 'Actions that use it:',
  usedBySources: 'Sources that use it:',
  notUsed: 'No action or source uses this connector.',
  ...anew,
  whyNoReconnect: 'A disabled connector has no connection.',
  ofWebhook: 'This connector belongs to a webhook. Edit it there: changes made here would break the webhook.',
  enabling: 'The broker connects on every node.',
  disabling: 'The broker disconnects on every node. Actions and sources that use it stop working.',
  removeBody: 'The connection is closed on every node.',
  removeBlocked:
    'The broker keeps a connector while actions or sources use it. Delete them or select another connector there first.',
  overview: vocabulary.overview,
  tabs: 'Parts of the connector',
  absentTitle: 'Connector not found',
  absentText: 'There is no connector with this type and name. It may have been deleted.',
}

const words = {
  member: vocabulary.name,
  rules: vocabulary.rules,
  usedByRules: 'Rules that use it:',
  settings: vocabulary.settings,
  enabling: 'It is started on every node.',
}

export const actions = {
  ...words,
  title: vocabulary.actions,
  label: vocabulary.actions,
  summary: (number: number, shown: string) =>
    `${shown} ${plural(number, { one: 'action', other: 'actions' })}`,
  counted: (number: number, shown: string) =>
    `${shown} ${plural(number, { one: 'action', other: 'actions' })}`,
  emptyTitle: 'No actions yet',
  emptyText:
    'An action sends the results of rules to another system through a connector. Create one on the page of a connector.',
  noneMatch: 'No action matches the filters',
  rateDefinition: 'Messages that rules handed to this action per second, on average over ten seconds.',
  ofWebhook: 'This action belongs to a webhook. Edit it there: changes made here would break the webhook.',
  disabling: 'Rules discard what they would hand to it, and messages that wait in its buffer are lost.',
  removeBody: (uses: number) =>
    uses === 0
      ? 'Messages that wait in the buffer are lost.'
      : `Messages that wait in the buffer are lost. The broker removes ${count(uses, 'reference', 'references')} in rules.`,
  removeBlocked: '',
  tabs: 'Parts of the action',
  absentTitle: 'Action not found',
  absentText: 'There is no action with this type and name. It may have been deleted.',
}

export const sources = {
  ...words,
  title: vocabulary.sources,
  label: vocabulary.sources,
  summary: (number: number, shown: string) =>
    `${shown} ${plural(number, { one: 'source', other: 'sources' })}`,
  counted: (number: number, shown: string) =>
    `${shown} ${plural(number, { one: 'source', other: 'sources' })}`,
  emptyTitle: 'No sources yet',
  emptyText:
    'A source receives data from another system through a connector and feeds it to rules. Create one on the page of a connector.',
  noneMatch: 'No source matches the filters',
  rateDefinition: 'The API reports no rate for sources.',
  ofWebhook: 'This source belongs to a webhook. Edit it there.',
  disabling: 'It receives nothing, and the rules that use it are not triggered.',
  removeBody: (_rules: number) => 'Nothing is received from the other system any more.',
  removeBlocked: 'Rules use this source. Remove it from their SQL first.',
  tabs: 'Parts of the source',
  absentTitle: 'Source not found',
  absentText: 'There is no source with this type and name. It may have been deleted.',
}

export const createConnector = {
  title: create.connector,
  chooseType: 'Step 1 of 2: select a type',
  ofType: (type: string) => `Step 2 of 2: ${type}`,
  types: 'Types of connectors',
  search: 'Search types',
  way: vocabulary.direction,
  anyWay: vocabulary.all,
  destinations: 'Destinations',
  sources: vocabulary.sources,
  noneMatch: 'No type matches',
  inUse: (number: number) => `${formatNumber(number)} in use`,
  impact: 'The broker connects on every node. Nothing is sent before an action uses the connector.',
}

const through = {
  choose: 'Select a connector',
  none: 'No connector can be used',
  createConnector: create.connector,
}

export const createAction = {
  ...through,
  title: create.action,
  noneText: 'Create a connector to the other system first.',
  impact: 'It does nothing before a rule uses it.',
}

export const createSource = {
  ...through,
  title: create.source,
  noneText: 'Create a connector of a type with sources first, such as MQTT.',
  impact: 'It starts receiving at once. Messages that no rule uses are lost.',
}

export const probe = {
  title: 'Connection test',
  run: 'Test connection',
  abort: vocabulary.stop,
  running: 'The broker is trying to connect. Started:',
  works: 'Test success, your configuration works fine',
  worksHttp:
    'Tested: the server accepts a connection (TCP, and TLS where the URL asks for it). No request was sent: path, credentials and answer are not tested.',
  fails: 'Test failed',
  changed: 'Settings have been changed since the test.',
  whyNot: 'Correct the settings first.',
  about: 'The broker connects once with these settings. Nothing is stored.',
}
