export const zh = {
  title: '集群概览',
  summary: (running: number, all: number, uptime: string) =>
    `${all} 个节点中 ${running} 个运行中，已运行 ${uptime}`,
  live: (seconds: number) => `实时，每 ${seconds} 秒`,
  notLive: (age: string) => `${age}没有响应`,

  health: '健康状况',
  attention: (count: number) => `${count} 项检查需要关注`,
  healthy: '没有需要关注的检查项',
  allChecks: '全部检查项',
  checked: '已检查：节点、版本、内存、告警、消息丢弃',
  unchecked: (what: string) => `无法检查：${what}`,
  nodesChecked: '节点',
  alarmsChecked: '告警',
  ratesChecked: '消息丢弃',
  stopped: (node: string) => `${node} 已停止`,
  activeAlarms: (count: number) => `${count} 条活动告警`,
  memory: (node: string, percent: string) => `${node} 内存 ${percent}`,
  versions: (versions: string) => `集群中的节点运行着不同版本：${versions}`,
  drops: (rate: string) => `每秒丢弃 ${rate} 条消息`,

  figures: '集群数据',
  scope: (running: number, all: number) => `集群：${all} 个节点中 ${running} 个已响应`,

  nodes: '节点',
  nodesCaption: (running: number, stopped: number) =>
    stopped === 0 ? `${running} 个运行中` : `${running} 个运行中，${stopped} 个已停止`,
  allNodes: '全部节点',

  alarms: '活动告警',
  allAlarms: '全部告警',
  noAlarms: '没有活动告警。',
  moreAlarms: (count: number) => `还有 ${count} 条`,

  reset: '重置监控数据',
  resetTitle: '确认重置监控数据？',
  resetBody: '所有节点的历史数据将被删除，图表重新开始。计数器、客户端和消息不受影响。此操作无法撤销。',
  resetAction: '重置',
  resetDone: '重置成功',
}
