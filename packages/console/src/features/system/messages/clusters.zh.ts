import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './clusters.ts'

export const clusters: Words<typeof en.clusters> = {
  documentTitle: '集群 · Brokerdeck',
  title: '集群',
  summary: (count: number) => `${formatNumber(count)} 个集群`,
  cluster: vocabulary.cluster,
  state: vocabulary.state,
  version: vocabulary.version,
  session: '登录用户',
  nodes: vocabulary.nodes,
  connections: vocabulary.connections,
  received: '流入，条/秒',
  sent: '流出，条/秒',
  alarms: vocabulary.activeAlarms,
  asking: '询问中',
  answers: '有应答',
  away: '无应答',
  readOnly: '只读',
  signedOut: '未登录',
  expired: '会话已结束',
  unreadable: '无法读取数值',
  hint: '每个集群单独登录。指标需要本标签页中的会话，或保存在此设备上的会话。',
}

export const closedMarks: Words<typeof en.closedMarks> = {
  payloads: 'Payload 已隐藏',
  publish: '禁止发布',
  export: '禁止导出',
}
