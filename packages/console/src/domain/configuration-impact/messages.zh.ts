import { formatNumber } from '#i18n/format-number.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const listenerImpact: Words<typeof en.listenerImpact> = {
  moves: (connections: number) =>
    connections === 0
      ? '监听器将改用新地址，目前没有连接。'
      : `监听器将改用新地址：更新监听器会断开现有的 ${formatNumber(connections)} 个客户端，它们需要连接到新地址。`,
  movesAlong: (connections: number) =>
    connections === 0
      ? '监听器将改用新地址，目前没有连接。'
      : `监听器将改用新地址。现有的 ${formatNumber(connections)} 个 WebSocket 客户端保持连接，新客户端需连接到新地址。`,
  disabled: (connections: number) =>
    connections === 0
      ? '监听器将关闭，目前没有连接。'
      : `监听器将关闭，并断开 ${formatNumber(connections)} 个客户端。`,
  stays: (connections: number) =>
    connections === 0
      ? '更改对此后连接的客户端生效。'
      : `已连接的 ${formatNumber(connections)} 个客户端保持连接，更改对此后连接的客户端生效。`,
  staysClosed: '监听器创建后处于禁用状态，启用后才会打开。',
  opens: '创建后，监听器立即在每个节点上打开。',
  staysDisabled: '监听器保持禁用状态。',
  opensAgain: '监听器立即在每个节点上打开。',
}

export const settingsImpact: Words<typeof en.settingsImpact> = {
  atOnce: (fields: string, connected: number | undefined) =>
    `立即对${connected === undefined ? '所有' : ` ${formatNumber(connected)} 个`}已连接的客户端生效：${fields}。`,
  retainedDisconnects: '此后，已连接的客户端发布保留消息时会被 Broker 断开（0x9A，不支持保留消息）。',
  qosDisconnects: (max: number) =>
    `此后，已连接的客户端以高于 QoS ${formatNumber(max)} 发布消息时会被 Broker 断开（0x9B，不支持该 QoS）。`,
  retainerOff: '关闭期间既不保存也不下发保留消息。',
  storage: '保留消息会迁移到另一种存储。',
  shutdown: 'Broker 会关闭超过新限制的连接。',
  shutdownOff: 'Broker 不再因内存或待处理消息过多而关闭连接。',
  logDebug: '在此级别下，繁忙的 Broker 会写大量日志：性能下降，磁盘也可能写满。',
  logQuiet: '所有日志都关闭后，节点出现问题时将没有任何记录。',
  logFile: '之后的日志写入新文件，已有内容保留在原处。',
  logOnly: '立即在所有节点生效，不影响现有连接。',
  thresholds: '各节点下次检查时生效，不影响现有连接。',
  alarmActions: '对今后的告警生效。',
  alarmsForgotten: '超出限制的历史告警会立即删除。',
}

export const authorizationImpact: Words<typeof en.authorizationImpact> = {
  settings: '对之后的请求生效。已建立的订阅不会重新检查。',
  allow: '数据源没有拒绝的一律允许。',
  deny: '数据源没有允许的一律拒绝。',
  disconnect: '客户端只要有一次请求被拒绝，就会断开连接。',
}
