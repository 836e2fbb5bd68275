import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const clusterNode: Words<typeof en.clusterNode> = {
  running: vocabulary.running,
  warning: '运行中，有警告',
  stopped: vocabulary.stopped,
  unreportedFor: (duration: string) => `${duration}未上报`,
  core: '核心节点',
  replicant: '复制节点',
  memoryOf: (used: string, total: string) => `${used} / ${total}`,

  node: vocabulary.node,
  status: vocabulary.status,
  role: vocabulary.role,
  version: vocabulary.version,
  connections: vocabulary.connections,
  connectionsMeaning: '当前连接到该节点的客户端数。',
  sessions: vocabulary.sessions,
  sessionsMeaning: '该节点上的会话数，包括客户端已离线的会话。',
  memory: vocabulary.memory,
  memoryMeaning: '所在机器的内存使用量，包括其他程序。',
  processes: '进程数',
  processesMeaning: 'Broker 的 Erlang 进程数，每个连接至少需要一个。',
  load: '负载 1、5、15 分钟',
  loadMeaning: '操作系统的平均负载。高于 CPU 核数表示有工作在等待。',
  uptime: '运行时间',

  mixedVersions: (versions: string) => `集群中的节点版本不一致：${versions}`,
  mixedVersionsAdvice: '只应在滚动升级期间出现。全部节点升级之前，新功能可能无法使用。',
}
