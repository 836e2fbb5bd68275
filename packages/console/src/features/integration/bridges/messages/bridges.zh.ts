import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './bridges.ts'

const create = { connector: '创建连接器', action: '创建动作', source: '创建 Source' }

const anew = { reconnect: '重新连接', reconnected: (name: string) => `${name} 已连接。` }

export const bridges: Words<typeof en.bridges> = {
  taken: '该名称已被使用',
  webhook: (name: string) => `Webhook ${name}`,
  settings: vocabulary.settings,
  created: '创建成功',
  updated: '更新成功',
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
  problems: '有问题',
  node: vocabulary.node,
  stateByNode: '各节点的连接',
  ...anew,
  whyNoReconnect: '已禁用，没有连接。',
}

export const connectors: Words<typeof en.connectors> = {
  name: vocabulary.name,
  actions: vocabulary.actions,
  sources: vocabulary.sources,
  rules: vocabulary.rules,
  create: create.connector,
  createAction: create.action,
  createSource: create.source,
  createRuleTo: '创建写入它的规则',
  createRuleFrom: '创建读取它的规则',
  nodes: vocabulary.nodes,
  actionRate: '规则每秒交给它的消息数，取十秒平均值。',
  sourceRate: '最近两次读数之间每秒接收的消息数。',
  updateImpact:
    '每个节点上的连接都会断开并重新建立。其动作保留缓冲队列中等待的消息，飞行中的消息会重新发送。',
  settings: vocabulary.settings,
  noUsers: '该类型的连接器没有动作和 Source',
  title: vocabulary.connectors,
  label: vocabulary.connectors,
  member: vocabulary.name,
  summary: (all: readonly { readonly actions: readonly string[]; readonly sources: readonly string[] }[]) => {
    const actions = all.reduce((sum, one) => sum + one.actions.length, 0)
    const sources = all.reduce((sum, one) => sum + one.sources.length, 0)
    return `${formatNumber(all.length)} 个连接器，被 ${formatNumber(actions)} 个动作和 ${formatNumber(sources)} 个 Source 使用`
  },
  emptyTitle: '暂无连接器',
  emptyText: '连接器是到其他系统的连接。动作通过它发送数据，Source 通过它接收数据。',
  noneMatch: '没有符合筛选条件的连接器',
  counted: (_: number, shown: string) => ` ${shown} 个连接器`,
  usedBy: '使用者',
  server: vocabulary.server,
  rate: '消息/秒',
  rateDefinition: '规则每秒交给其动作的消息数，取最近两次读数之间的平均值。Broker 不提供 Source 的速率。',
  pending: '待处理',
  pendingDefinition: '所有节点上，在其动作的缓冲队列中等待或飞行中的消息数。',
  since: '问题开始于',
  sinceDefinition: '首个节点就此发出告警的时间；没有活动告警时，为本标签页首次发现该问题的时间。',
  firstSeen: (relative: string) => `${relative}首次发现`,
  used: (actions: number, sources: number) =>
    actions + sources === 0
      ? '未被使用'
      : [
          actions > 0 && `${formatNumber(actions)} 个动作`,
          sources > 0 && `${formatNumber(sources)} 个 Source`,
        ]
          .filter((part) => part !== false)
          .join('，'),
  usedByActions: '使用它的动作：',
  usedBySources: '使用它的 Source：',
  notUsed: '没有动作或 Source 使用该连接器。',
  ...anew,
  whyNoReconnect: '已禁用的连接器没有连接。',
  ofWebhook: '该连接器属于某个 Webhook，请在 Webhook 中编辑：在此修改会破坏该 Webhook。',
  enabling: 'Broker 将在每个节点上建立连接。',
  disabling: 'Broker 将在每个节点上断开连接，使用它的动作和 Source 将停止工作。',
  removeBody: '每个节点上的连接都会关闭。',
  removeBlocked:
    '仍有动作或 Source 使用该连接器时，Broker 不允许删除。请先删除它们，或在其中改用其他连接器。',
  overview: vocabulary.overview,
  tabs: '连接器的各部分',
  absentTitle: '连接器不存在',
  absentText: '没有该类型和名称的连接器，它可能已被删除。',
}

const words = {
  member: vocabulary.name,
  rules: vocabulary.rules,
  usedByRules: '使用它的规则：',
  settings: vocabulary.settings,
  enabling: '将在每个节点上启动。',
}

export const actions: Words<typeof en.actions> = {
  ...words,
  title: vocabulary.actions,
  label: vocabulary.actions,
  summary: (_: number, shown: string) => `${shown} 个动作`,
  counted: (_: number, shown: string) => ` ${shown} 个动作`,
  emptyTitle: '暂无动作',
  emptyText: '动作通过连接器把规则的结果发送到其他系统。可在连接器页面创建动作。',
  noneMatch: '没有符合筛选条件的动作',
  rateDefinition: '规则每秒交给该动作的消息数，取十秒内的平均值。',
  ofWebhook: '该动作属于某个 Webhook，请在 Webhook 中编辑：在此修改会破坏该 Webhook。',
  disabling: '规则将丢弃本应交给它的结果，其缓冲队列中等待的消息会丢失。',
  removeBody: (uses: number) =>
    uses === 0
      ? '缓冲队列中等待的消息会丢失。'
      : `缓冲队列中等待的消息会丢失，Broker 会从规则中移除 ${formatNumber(uses)} 处引用。`,
  removeBlocked: '',
  tabs: '动作的各部分',
  absentTitle: '动作不存在',
  absentText: '没有该类型和名称的动作，它可能已被删除。',
}

export const sources: Words<typeof en.sources> = {
  ...words,
  title: vocabulary.sources,
  label: vocabulary.sources,
  summary: (_: number, shown: string) => `${shown} 个 Source`,
  counted: (_: number, shown: string) => ` ${shown} 个 Source`,
  emptyTitle: '暂无 Source',
  emptyText: 'Source 通过连接器从其他系统接收数据并交给规则。可在连接器页面创建 Source。',
  noneMatch: '没有符合筛选条件的 Source',
  rateDefinition: 'API 不提供 Source 的速率。',
  ofWebhook: '该 Source 属于某个 Webhook，请在 Webhook 中编辑。',
  disabling: '它不再接收数据，使用它的规则也不会被触发。',
  removeBody: (_rules: number) => '将不再从对方系统接收数据。',
  removeBlocked: '有规则正在使用该 Source，请先将其从规则的 SQL 中移除。',
  tabs: 'Source 的各部分',
  absentTitle: 'Source 不存在',
  absentText: '没有该类型和名称的 Source，它可能已被删除。',
}

export const createConnector: Words<typeof en.createConnector> = {
  title: create.connector,
  chooseType: '第 1 步（共 2 步）：选择类型',
  ofType: (type: string) => `第 2 步（共 2 步）：${type}`,
  types: '连接器类型',
  search: '搜索类型',
  way: vocabulary.direction,
  anyWay: vocabulary.all,
  destinations: '发送目标',
  sources: vocabulary.sources,
  noneMatch: '没有匹配的类型',
  inUse: (number: number) => `已有 ${formatNumber(number)} 个`,
  impact: 'Broker 将在每个节点上建立连接。在有动作使用该连接器之前不会发送任何数据。',
}

const through = {
  choose: '选择连接器',
  none: '没有可用的连接器',
  createConnector: create.connector,
}

export const createAction: Words<typeof en.createAction> = {
  ...through,
  title: create.action,
  noneText: '请先创建到对方系统的连接器。',
  impact: '在有规则使用之前，它不执行任何操作。',
}

export const createSource: Words<typeof en.createSource> = {
  ...through,
  title: create.source,
  noneText: '请先创建支持 Source 的连接器，例如 MQTT。',
  impact: '它会立即开始接收，没有规则使用的消息会丢失。',
}

export const probe: Words<typeof en.probe> = {
  title: '连接测试',
  run: '测试连接',
  abort: vocabulary.stop,
  running: 'Broker 正在尝试连接，开始于',
  works: '测试成功，您的配置可正常工作',
  worksHttp: '已测试：服务器接受连接（TCP，URL 要求时含 TLS）。未发送任何请求：路径、凭据和响应均未测试。',
  fails: '测试失败',
  changed: '测试之后设置又有修改。',
  whyNot: '请先更正设置。',
  about: 'Broker 用这些设置连接一次，不保存任何内容。',
}
