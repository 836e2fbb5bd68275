import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './nodes.ts'

export const nodes: Words<typeof en.nodes> = {
  title: vocabulary.nodes,
  summary: (running: number, away: number) =>
    away === 0
      ? `${formatNumber(running)} 个运行中`
      : `${formatNumber(running)} 个运行中，${formatNumber(away)} 个未运行`,
  otherVersion: '不同',

  overview: vocabulary.overview,
  figures: '该节点的数据',
  scope: (node: string) => `节点 ${node}`,
  unknownTitle: (node: string) => `集群中没有节点 ${node}`,
  unknownText: '它可能已离开集群，或者链接有误。已停止的复制节点也不会列出。',
  stoppedTitle: (node: string) => `${node} 已停止`,
  stoppedText: '其他节点只知道它的名称和角色。在它重新启动之前，其会话、告警和计数器都不可用。',
  toNodes: '全部节点',
  up: (duration: string) => `已运行 ${duration}`,

  properties: '属性',
  general: '基本信息',
  name: vocabulary.name,
  version: vocabulary.version,
  edition: '版本类型',
  erlang: 'Erlang/OTP',
  erlangMeaning: 'Erlang/OTP 的版本，斜线后为其虚拟机的版本。',
  uptime: '运行时间',
  startedAt: '启动时间',
  resources: '资源',
  processes: 'Erlang 进程',
  processesOf: (used: string, limit: string) => `${used} / ${limit}`,
  maxFds: '文件描述符',
  maxFdsMeaning: '操作系统允许该节点打开的文件和套接字数，每个连接占用一个。',
  maxFdsValue: (limit: string) => `最多 ${limit}`,
  clusterSessions: '集群会话',
  clusterSessionsMeaning: '该节点所统计的整个集群的会话数。',
  paths: '路径',
  systemPath: '系统',
  logPath: '日志',

  listeners: vocabulary.listeners,
  allListeners: '全部监听器',
  listener: vocabulary.listener,
  bind: vocabulary.bind,
  listenerStatus: vocabulary.status,
  listenerConnections: '该节点上的连接数',
  listenerRunning: vocabulary.running,
  listenerFailed: vocabulary.notRunning,
  listenerDisabled: vocabulary.disabled,

  statistics: '统计',
  statisticsCaption: '当前值，以及节点启动以来的最大值',
  statistic: '统计项',
  now: '当前',
  highWater: '历史最高',
  statisticsFailed: '无法加载统计数据',

  'stat.connections': '该节点上的会话数，不论是否在线',
  'stat.live_connections': '连接到该节点的客户端数',
  'stat.sessions': '会话注册表统计的该节点会话数',
  'stat.cluster_sessions': '该节点所统计的整个集群的会话数',
  'stat.channels': '持有通道进程的连接和会话数',
  'stat.subscriptions': '该节点上会话的订阅数，包括共享订阅',
  'stat.subscriptions.shared': '共享订阅数（按集群统计）',
  'stat.subscribers': '该节点上的订阅者数，每个会话的每个主题过滤器计一个',
  'stat.suboptions': '已保存的订阅选项数，每个订阅一项',
  'stat.topics': '集群中有人订阅的主题过滤器数',
  'stat.retained': '集群中的保留消息数',
  'stat.delayed': '等待延迟发布的消息数',
  'stat.durable_subscriptions': '集群中持久会话的订阅数',
}

export const nodePicker: Words<typeof en.nodePicker> = {
  scope: '集群或节点',
  cluster: vocabulary.cluster,
  stopped: (node: string) => `${node}（已停止）`,
  unknown: (node: string) => `${node}（不在集群中）`,
}
