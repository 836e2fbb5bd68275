import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const kindNames: Words<typeof en.kindNames> = {
  rules: vocabulary.rules,
  connectors: vocabulary.connectors,
  actions: vocabulary.actions,
  sources: vocabulary.sources,
  schemas: 'Schema',
  registries: '外部 Schema Registry',
  validations: 'Schema 验证',
  transformations: '消息转换',
  hooks: 'ExHook 服务器',
  gateways: '网关',
  authenticators: '认证器',
  authorization: '授权',
  listeners: vocabulary.listeners,
  settings: vocabulary.settings,
  retained: vocabulary.retainedMessages,
  bans: '封禁记录',
  'builtin-rules': '内置数据库规则',
  'api-keys': vocabulary.apiKeys,
}

export const outcomeNames: Words<typeof en.outcomeNames> = {
  same: '相同',
  different: '不同',
  'only-here': '仅本集群有',
  'only-there': '仅对方有',
  unknown: '无法对比',
}

export const sides: Words<typeof en.sides> = {
  tooMany: (most: number) => `超过 ${formatNumber(most)} 项，不对比`,
}

/** The texts of the log for the result of a request. */
export const promotionRun: Words<typeof en.promotionRun> = {
  fieldsDiffer: (paths: string) => `读回后不同：${paths}`,
  leftAsChanged: (paths: string) => `迁移之后有人修改了 ${paths}，因此保持不变。`,
  listenerRefused: '该监听器可能已在部分节点上停止，请到监听器页面查看。',
  leftAsUsed: (name: string) => `现在 ${name} 正在使用它。保持不变。`,
  notDeleted: '之前有操作未按计划完成，因此不删除任何内容。',
  leftAsFilled: '其数据库中已有条目，删除时会一并丢失，因此保持不变。',
  notInPlace: '授权数据源的顺序与对方不一致，因此未启用。',
  sourceNow: (isOn: boolean, at: number, all: number) =>
    isOn
      ? `读回：已启用，位于第 ${formatNumber(at)} 位（共 ${formatNumber(all)} 个）。`
      : `读回：已禁用，位于第 ${formatNumber(at)} 位（共 ${formatNumber(all)} 个）。启用之前不参与授权判断。`,
  sourceGone: '读回：不在授权链中。',
  sourceUnread: '无法读回其状态。',
  changedSince: (paths: string) => `对比之后本集群已有改动：${paths}。请重新对比。`,
  putBack: '为它删除的那一项已恢复原样。',
  leftPutBack: '它曾被删除，现已按原样恢复：应当恢复的那一项被拒绝。',
  notPutBack: (reason: string) => `为它删除的那一项未能恢复：${reason}。它已不存在，请手动创建。`,
  secretLost: (reason) => `其 Secret Key 无法写入文件：${reason}。该密钥已被删除。`,
  keyLeft: (reason, because) =>
    `没有人持有此密钥的 Secret Key，请手动删除。其 Secret Key 无法写入文件（${reason}），密钥也无法删除：${because}`,
  secretUnread: '如果密钥现在已存在，则没有人持有其 Secret Key：请手动删除，或撤销。',
  maybePutBack: '无法确定为它删除的那一项是否已恢复。请查看后重新比较。',
  existsStill: 'Broker 仍然回答它已存在：那可能是某个滞后节点上已删除的那一项。',
  stillThere: '读回时它仍然存在。',
  leftAsMade: '删除之后有人创建了同名的另一项，因此保持不变。',
  leftUnchecked: (name: string) =>
    `${name} 没有恢复为启用，此监听器的客户端将不受其检查，因此该监听器不会恢复。`,
  leftClosed: (name: string) => `${name} 没有恢复为启用，客户端将不受其检查，因此保持禁用。`,
  leftUnconnected: (name: string) => `其连接器 ${name} 不存在，保持现状。`,
  accessLeft: (reason: string) => `监听器已修改，但其认证器仍然存在：${reason}`,
  leftMoved: (reason: string) => `部分 ExHook 服务器已移动，且未能移回原处：${reason} 它们现在处于其他位置。`,
  leftForListener: (id: string) => `监听器 ${id} 仍然存在，撤销后其客户端将不再受检查，因此保持不变。`,
}

export const entryNames: Words<typeof en.entryNames> = {
  done: '完成',
  differs: '已写入，但与发送内容不同',
  refused: '被拒绝',
  unknown: vocabulary.unknown,
  left: '保持不变',
  'not-sent': '已跳过',
}

export const promotionFacts: Words<typeof en.promotionFacts> = {
  comma: '、',
  order: '采用对方的顺序。仅本集群有的排在后面。',
  newAuthenticator: '此后客户端连接时，会用它校验凭据。',
  disabledSource: '以禁用状态创建，启用之前不参与授权判断。',
  newSource: '对新的请求生效，已有的订阅不会重新检查。',
  source: '缓存的结果过期后对新的请求生效，已有的订阅不会重新检查。',
  connectionsUnknown: '当前连接的客户端数量未知。如果地址改变，这些客户端会断开连接。',
  later: (fields: string) => `对新的连接和会话生效：${fields}。`,
  apiListeners: 'Dashboard 和 API 的监听器会重新启动，正在使用的连接会断开。',
  autoSubscribe: '对此后连接的客户端生效。已连接的客户端保持原有订阅。',
  rewrite: '对此后的消息和订阅生效。已有订阅保持原主题；客户端用旧名称取消订阅时将找不到它们。',
  delayedOff:
    '正在等待的消息将丢失。发布到 $delayed/… 的客户端不会收到错误：消息会立即发布，且主题中带有该前缀。',
  delayedLimit: '超出上限的新消息会丢失且没有错误提示；已在等待的消息不受影响。',
  ban: '此后拒绝与之匹配的客户端连接，已有的连接不受影响。',
  banClient: '结束此客户端的会话，此后拒绝其连接。',
  banReplaced: 'API 不能修改封禁：先删除，再由下一个请求重新创建。其间不拒绝任何客户端。',
  newKey: 'Broker 会为它生成自己的 API Key 和 Secret Key，与另一方的不同。',
  keyAdministrator: '它是管理员：持有者可以修改一切。',
  keyEnded: '此后拒绝使用它的请求。',
  screening: '对此后的消息生效，包括已连接客户端的消息。',
  newHook: 'Broker 连接它，并按它注册的钩子调用它。此后它可以拒绝客户端和操作，也可以修改消息。',
  hook: 'Broker 会重新连接它，新的连接建立之前不会调用它。',
  hookOff: '禁用期间，Broker 不会调用它。',
  gateway: '网关以新的配置在每个节点上重新启动，其客户端会断开。',
  gatewayListener: '监听器以新的配置在每个节点上重新启动，其客户端会断开。',
  gatewayAccess: '网关的客户端会断开，此后由此认证器校验。',
  accessRemoval: (request: string) =>
    `另一个请求会移除它自己的认证器（${request}）：此后由网关的认证器校验其客户端，网关没有认证器时则不校验。`,
  gatewayDatabase: '其内置数据库将不再存在。数据库中有用户时不会发送：用户会一并丢失，撤销也无法恢复。',
  gatewayUsers: '网关内置数据库中的用户不参与对比，也不会被复制。',
  hookOrder: '采用对方的顺序。仅本集群有的排在后面。ExHook 服务器逐个移动，移动次数尽可能少。',
  schema: '此后，使用它的规则、验证和转换会采用新的内容。',
  durableEnable: 'Broker 运行时不能修改 enable：此请求会被拒绝。',
  screeningEnd: '新的验证或转换排在最后。',
  hooksEnd: '新的 ExHook 服务器最后调用。',
  chainEnd: '新的认证器排在认证链末尾。',
  noUsers: '内置数据库中的用户不参与对比，也不会被复制。',
  chainHead: '新的授权数据源最先检查。',
  chooseOrder: (name: string) => `如需采用对方的顺序，请一并选择 ${name}。`,
  noRules: '内置数据库中的规则是单独的类别。如需一并迁移，请选择它们。',
  listenersMerge: '请求中没有的监听器字段保持不变。证书和私钥是节点上的文件，不会被复制。',
  wholeRoot: '每个配置根整体发送，相同的字段也一并写入。',
  published:
    '保留消息以发布的方式写入：订阅者和规则会立即收到。API 只能携带主题、Payload 和 QoS，发布者、时间、过期间隔和 MQTT 5 属性不会被复制。',
}

/** The reasons why an object is not in a plan. */
export const leftOut: Words<typeof en.leftOut> = {
  withheld: '没有 Payload：超过 1 MiB，或被服务器隐藏。',
  closed: '此控制台的启动者关闭了发布，或隐藏了 Payload。',
  'no-root': '此 Broker 没有这些设置。',
  unaddressable: 'API 的路径无法表示此名称。',
  filled: '其数据库中有用户，修改时会一并丢失，撤销也无法恢复。',
  'no-source': '没有 built_in_database 授权数据源时，Broker 不保存这些规则，而双方都没有它。',
  'no-secret':
    'Broker 只显示一次新密钥的 Secret Key。请在“API 密钥”页面创建，或由 brokerdeck apply 写入 --key-out FOLDER。',
  'no-roles': '此 Broker 没有角色：该密钥会成为管理员。',
  'used-key': '服务器的配置在 health-key-file 中使用它，此后会被拒绝。',
  'no-text': '文件只记录了 ACL 文件的路径，没有其中的规则。',
}

/** The texts about a plan that are shown before it is sent. */
export const promotionPlan: Words<typeof en.promotionPlan> = {
  tooManySteps: (count: number, most: number) =>
    `此计划有 ${formatNumber(count)} 个请求，一次最多发送 ${formatNumber(most)} 个。请少选一些，或保存为脚本。`,
  create: vocabulary.create,
  change: '修改',
  enable: vocabulary.enable,
  delete: vocabulary.delete,
  neededBy: (name: string) => `已添加：${name} 需要它`,
  missing: (name: string, needed: string) => `${name} 需要 ${needed}，但双方都没有。`,
  differing: (name: string, needed: string) =>
    `${name} 需要 ${needed}，它在本集群的设置不同，将保持不变；如需迁移请一并选择。`,
  leftOut: (names: string, reason: string) => `不在计划内：${names}。${reason}`,
  filesNamed: (paths: string) =>
    `文件不会被复制。本集群各节点上必须有这些文件，否则 Broker 会拒绝：${paths}。`,
  filesNote: '设置中引用的文件（例如证书）不会被复制。',
  kept: (paths: string) => `保留本集群已存储的值：${paths}`,
  removed: (paths: string) => `对方没有 ${paths}：本集群存储的密钥将被移除，撤销也无法恢复。`,
  confirmSettings: '设置立即在所有节点生效。',
  confirmBody: '被修改的连接器和动作会重新启动，规则立即生效。',
  undoListeners: '新建监听器的客户端会断开连接，监听器改回原地址时其客户端也会断开。',
  undoRetained: '已收到保留消息的客户端不受影响。恢复的旧消息不再带有原来的发布者、时间、过期时间和属性。',
  undoSecrets: '已替换或移除的密钥无法恢复：原来的值未知。',
}

/** The texts about the deletion of objects that exist only here. */
export const pruning: Words<typeof en.pruning> = {
  used: (name: string) => `${name} 将保留，并且正在使用它。`,
  holds: (name: string) => `${name} 属于它，并且将保留。`,
  filled: '其数据库中有条目，删除时会一并丢失，撤销也无法恢复。',
  fromStart: '备份不包含未修改过的监听器，它可能是其中之一。',
  noListener: '不再有启用的监听器：客户端无法连接。',
  noAuthenticator: '不再有启用的认证器：客户端连接时不再校验凭据。',
  noSource: '不再有启用的授权数据源：仅由 no_match 决定。',
  connectionsUnknown: '当前连接的客户端数量未知，这些客户端会断开连接。',
  ban: '被拒绝的客户端可以立即重新连接，除非仍有其他封禁与之匹配。',
  gateway: 'API 无法卸载网关，因此将其禁用，其客户端会断开。',
  gatewayListener: '监听器在每个节点上关闭，其客户端会断开。',
  gatewayAccess: '网关的客户端会断开，此后不再由它校验。',
  hook: 'Broker 不再调用它，由它对客户端和消息进行的检查也随之停止。',
  authenticator: '此后客户端连接时，不再用它校验凭据。',
  lost: (paths: string) => `撤销无法恢复此项：其密钥未知（${paths}）。`,
  deletions: '删除立即在所有节点生效。',
}
