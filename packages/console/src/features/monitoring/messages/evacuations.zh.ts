import { formatNumber } from '#i18n/format-number.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './evacuations.ts'

export const evacuations: Words<typeof en.evacuations> = {
  subject: '节点疏散与负载均衡',
  notOffered: '此版本没有节点疏散功能。',
  none: '没有正在进行的节点疏散或负载均衡。',
  evacuated: (count: number) => `${formatNumber(count)} 个节点正在疏散。`,
  rebalancing: '集群正在进行负载均衡。',
  clientsLeft: (node: string, left: string, all: string) => `${node}：剩余 ${left} 个客户端，共 ${all} 个`,
  evacuationConsequence: '正在疏散的节点会拒绝新客户端，直到停止疏散，客户端全部离开或节点重启后也是如此。',
  rebalancingConsequence: '客户端多于其他节点的节点会断开部分客户端，这些客户端将重新连接。',
  toPage: '查看进度与停止',
}
