import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './authentication.ts'

export const authentication: Words<typeof en.authentication> = {
  title: '客户端认证',
  label: '认证器',
  summary: (count: number) => `${formatNumber(count)} 个认证器，从上到下依次询问`,
  allOff: '全部已禁用：所有客户端都可以连接。',
  create: vocabulary.createAuthenticator,
  emptyTitle: '所有客户端都可以连接',
  emptyText: '没有认证器，Broker 不检查任何密码。创建第一个认证器之后，未通过认证的客户端会被拒绝。',
  member: '认证器',
  mechanism: '认证方式',
  total: '总数',
  totalDefinition: '节点启动以来，由该认证器检查客户端的次数。',
  success: vocabulary.allowed,
  successDefinition: '允许连接的客户端。',
  failed: vocabulary.denied,
  failedDefinition: '拒绝的客户端：密码错误、令牌过期等。',
  nomatch: '无匹配',
  nomatchDefinition: '不认识的客户端，交由下一个认证器检查。',
  users: '用户管理',
  settings: vocabulary.settings,
  tabs: '认证器的各部分',
  removeBody: '删除认证器可能会使未经授权的客户端连接。',
  removeUsers: (count: number | undefined, shown: string) =>
    count === undefined
      ? '内置数据库中的用户也会被删除。'
      : count === 0
        ? '内置数据库中没有用户。'
        : `内置数据库中的 ${shown} 个用户也会被删除，且无法恢复。`,
  disabling: '禁用认证器可能会影响连接的安全性：不再由它检查客户端。',
  absentTitle: '没有这个认证器',
  absentText: '它可能已被删除。',
}

export const createAuthenticator: Words<typeof en.createAuthenticator> = {
  title: vocabulary.createAuthenticator,
  mechanism: '认证方式',
  backend: vocabulary.dataSource,
  passwordBasedAbout: '用户名或客户端 ID 加密码，与数据源中的内容比较。',
  jwtAbout: '以签名的令牌代替密码；Broker 检查签名、声明和有效期。',
  scramAbout: '密码不会在网络上传输（RFC 5802），需要 MQTT 5 客户端。',
  gssapiAbout: '通过 MQTT 5 的 AUTH 报文交换 Kerberos 票据。',
  cinfoAbout: '对客户端自身信息的表达式：客户端 ID、用户名、证书。',
  allAdded: '它的数据源都已在认证链中。',
  created: '认证器已创建。',
  impactFirst: '从现在起客户端必须证明身份：没有认证器接受的客户端会被拒绝。',
  impact: '它排在认证链的最后。',
}
