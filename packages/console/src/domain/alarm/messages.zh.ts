import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const alarm: Words<typeof en.alarm> = {
  cpu: 'CPU 使用率高',
  memory: '系统内存使用率高',
  processMemory: '单个进程内存占用高',
  processes: '进程过多',
  runQueue: '虚拟机过载',
  database: '数据库过载',
  workers: '工作进程过载',
  partition: '网络分区',
  configuration: '配置未生效',
  licenseQuota: '许可证额度即将用尽',
  licenseExceeded: '已超出许可证额度',
  licenseExpiry: '许可证到期',
  congestion: '连接拥塞',
  resource: '资源断开',
  clusterLink: '集群连接中断',
  nodeDown: '节点已停止',
  storage: '存储失败',
  queueBytes: '消息队列已满',
  messageBytes: '消息存储已满',
  subscriptions: '订阅数已达上限',
  log: '无法写入日志',
  pushgateway: 'Pushgateway 拒收指标',
  telemetry: 'OpenTelemetry 导出失败',
}
