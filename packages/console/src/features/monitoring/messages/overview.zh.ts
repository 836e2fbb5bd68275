import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './overview.ts'

export const overview: Words<typeof en.overview> = {
  title: '集群概览',
  summary: (running: number, all: number, uptime: string) =>
    `${formatNumber(all)} 个节点中 ${formatNumber(running)} 个运行中，已运行 ${uptime}`,
  figures: '集群数据',
  scope: (running: number, all: number) => `${formatNumber(all)} 个节点中 ${formatNumber(running)} 个已响应`,

  nodes: vocabulary.nodes,
  nodesCaption: (running: number, away: number) =>
    `${formatNumber(running)} 个运行中${away === 0 ? '' : `，${formatNumber(away)} 个未运行`}`,
  allNodes: '全部节点',

  alarms: vocabulary.activeAlarms,
  allAlarms: '全部告警',
  noAlarms: '没有活动告警。',
  moreAlarms: (count: number) => `还有 ${formatNumber(count)} 条`,

  reset: '重置监控数据',
  resetTitle: '确认重置监控数据？',
  resetBody: '将删除所有节点的历史数据，计数器、客户端和消息不受影响。此操作无法撤销。',
  resetAction: vocabulary.reset,
  resetDone: vocabulary.resetSuccessfully,
}
