import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './listeners.ts'

export const listeners: Words<typeof en.listeners> = {
  title: vocabulary.listeners,
  label: '监听器列表',
  summary: '客户端连接 Broker 的入口',
  create: '创建监听器',
  createTitle: '创建监听器',
  name: vocabulary.name,
  type: vocabulary.type,
  bind: vocabulary.bind,
  state: vocabulary.state,
  stateDefinition: '监听器是否在所有应运行的节点上接受连接。',
  enabled: vocabulary.enabled,
  yes: vocabulary.yes,
  no: vocabulary.no,
  connections: '连接数',
  connectionsDefinition: '所有节点的连接数，以及它们合计允许的上限。',
  acceptors: vocabulary.acceptors,
  nodes: vocabulary.nodes,
  running: vocabulary.running,
  notRunning: vocabulary.notRunning,
  disabled: vocabulary.disabled,
  stopped: vocabulary.stopped,
  stoppedOn: (nodes: string) => `在 ${nodes} 上已停止`,
  ofNodes: (running: number, all: number) => `${formatNumber(running)}/${formatNumber(all)} 个节点`,
  nodesOf: (id: string) => `${id} 所在节点`,
  used: (now: string, limit: string) => `${now} / ${limit}`,
  unlimited: '不限制',
  connectionLimit: (limit: string) => `连接数，上限 ${limit}`,
  edit: vocabulary.edit,
  start: '启动',
  stop: vocabulary.stop,
  restart: '重启',
  remove: vocabulary.delete,
  runsAlready: '已在所有节点上运行。',
  isDisabled: '已经处于禁用状态。',
  startInstead: '它已禁用，请使用启动。',
  stopTitle: (id: string) => `禁用 ${id}？`,
  stopBody: (connections: number) =>
    connections === 0
      ? '禁用监听器将关闭其所有连接，目前没有连接。再次启动之前它一直处于禁用状态，重启 Broker 后也是如此。'
      : `禁用监听器将关闭其所有连接：${formatNumber(connections)} 个客户端将断开。再次启动之前它一直处于禁用状态，重启 Broker 后也是如此。`,
  restartTitle: (id: string) => `重启 ${id}？`,
  restartBody:
    'EMQX 5.8 会在每个节点上重新设置监听器的选项，已连接的客户端保持连接。如需关闭后重新打开，请使用“停止并启动”。',
  reopen: '停止并启动…',
  reopenTitle: (id: string) => `停止并启动 ${id}？`,
  reopenBody: (connections: number) =>
    connections === 0
      ? '监听器将在每个节点上关闭并重新打开，目前没有连接。'
      : `监听器将在每个节点上关闭并重新打开：${formatNumber(connections)} 个客户端将断开，可立即重新连接。`,
  reopenAction: '停止并启动',
  reopened: (id: string) => `已停止并启动 ${id}。`,
  notReopened: (id: string) => `${id} 已停止但未能启动：它不再接受连接。`,
  removeTitle: vocabulary.confirmDelete,
  removeBody: (id: string, connections: number) =>
    connections === 0
      ? `监听器 ${id} 及其设置将从每个节点移除，目前没有连接。`
      : `监听器 ${id} 及其设置将从每个节点移除，${formatNumber(connections)} 个客户端将断开。`,
  started: (id: string) => `已启动 ${id}。`,
  stoppedDone: (id: string) => `已禁用 ${id}。`,
  restarted: (id: string) => `已重启 ${id}。`,
  removed: (id: string) => `已删除 ${id}。`,
  created: '监听器创建成功。',
  updated: '监听器更新成功。',
  absentTitle: '没有这个监听器',
  absentText: '它已被删除，或名称拼写有误。',
  toList: '全部监听器',
  emptyTitle: '暂无监听器',
  emptyText: '没有监听器，客户端就无法连接。',
  accessRule: '请输入 allow 或 deny，后接 all、IP 地址或网段，例如“allow 10.0.0.0/8”。不支持主机名。',
  anyPort: '端口为 0 时，每个节点会选择一个空闲端口，每次启动都可能不同。',
  syncTitle: '并非所有节点都应用了配置',
  nodeStuck: (node: string, message: string) => `${node} 无法应用配置更改：${message}`,
  listenerMissing: (id: string, nodes: string) => `${id} 未在 ${nodes} 上运行。`,
  syncAdvice:
    '常见原因是该节点上的端口被其他程序占用。此时该节点不再应用任何配置更改，之后的每次更改都会一直等待。请在该节点上释放端口或修改监听器，然后在该节点上检查是否已跟上：',
  syncCommands: '检查节点配置的命令',
  syncFix: vocabulary.clusterSyncFix,
  portInUse: '应答节点上的该地址和端口已被占用。',
  addressUnknown: '应答节点上没有这个地址。',
  portForbidden: 'Broker 无权打开该端口。',
  badPem: 'Broker 无法将其作为 PEM 读取。',
  nameTaken: '已存在相同类型和名称的监听器。',
}
