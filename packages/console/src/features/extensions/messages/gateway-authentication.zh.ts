import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './gateway-authentication.ts'

export const gatewayAuthentication: Words<typeof en.gatewayAuthentication> = {
  title: vocabulary.authentication,
  anybody: vocabulary.none,
  off: vocabulary.disabled,
  columnDefinition: '网关如何校验客户端的身份。监听器有自己的认证器时，以监听器的为准。',
  noneTitle: '所有客户端都可以连接',
  noneText: '该网关没有认证器，Broker 不要求其客户端提供密码。MQTT 客户端的认证器对网关不生效。',
  noneOwnTitle: '该监听器没有自己的认证器',
  noneOwnText: '其客户端使用网关的认证（如果有）。在此添加后，该监听器的客户端将按单独的规则校验。',
  add: '添加认证',
  kind: vocabulary.dataSource,
  back: '返回',
  otherKind: '选择其他数据源',
  create: (name: string) => `添加 ${name}`,
  created: '已添加认证',
  impactNew: '此后连接的设备必须通过该认证器。',
  impactNewOwn: '此后通过该监听器连接的设备必须通过该认证器，网关的认证器不再用于这些设备。',
  cut: (connections: number | undefined) =>
    connections === undefined
      ? '该网关的所有客户端会立即断开。'
      : connections === 0
        ? '该网关目前没有客户端。'
        : `该网关的全部 ${formatNumber(connections)} 个客户端会立即断开。`,
  mayCut: (connections: number) =>
    connections === 0
      ? '该监听器目前没有客户端。'
      : `该监听器的 ${formatNumber(connections)} 个客户端可能会断开。`,
  isOn: 'Broker 会校验每个新连接。',
  isOff: '已禁用：所有客户端都可以连接。',
  enable: vocabulary.enable,
  enableTitle: (name: string) => `启用 ${name}？`,
  enabled: '已启用认证',
  disable: '禁用…',
  disableTitle: (name: string) => `禁用 ${name}？`,
  disableAction: '禁用认证',
  disableBody: '所有设备无需密码即可连接到该网关，设置会保留。',
  disableOwnBody: '所有设备无需密码即可通过该监听器连接，网关的认证器也不会接替。设置会保留。',
  disabled: '已禁用认证',
  remove: vocabulary.deleteAsking,
  removeTitle: vocabulary.confirmDelete,
  removeAction: vocabulary.delete,
  removeBody: '没有认证器时，所有设备都可以连接到该网关。',
  removeOwnBody: '此后该监听器的客户端使用网关的认证；网关没有认证时，不再校验。',
  removeUsers: '其中的用户也会被删除，且无法恢复。',
  removed: '已删除认证',
  listenerAsksNobody: '该监听器的设置中已关闭认证：所有客户端都可以通过它连接。',
}
