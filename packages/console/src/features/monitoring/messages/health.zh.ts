import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './health.ts'

const connectorStates: Readonly<Record<string, string>> = {
  connecting: vocabulary.connecting,
  disconnected: vocabulary.disconnected,
  inconsistent: vocabulary.inconsistent,
}

export const health: Words<typeof en.health> = {
  title: '健康检查',
  summary: (attention: number, unknown: number, fine: number) =>
    attention === 0 && unknown === 0
      ? '全部检查通过'
      : `${formatNumber(attention)} 项需要关注，${formatNumber(unknown)} 项未知，${formatNumber(fine)} 项通过`,
  checking: '正在检查…',
  bad: '严重',
  warn: '警告',
  unknown: vocabulary.unknown,
  ok: '正常',
  attention: '需要关注',
  cannotBeKnown: vocabulary.unknown,
  fine: vocabulary.passed,
  nothingToDo: '没有需要处理的检查项。',
  evidence: '依据',
  awaited: '正在等待 Broker 响应',
  notReported: '当前 Broker 未提供该信息。',
  notAnswered: '无法检查：Broker 没有给出结果。',
  refresh: '重新检查',

  strip: '健康状况',
  stripAttention: (count: number) => `${formatNumber(count)} 项检查需要关注`,
  stripCalm: (unknown: number) =>
    unknown === 0 ? '全部检查通过' : `没有需要关注的检查项，${formatNumber(unknown)} 项未知`,
  stripMore: (count: number) => `另有 ${formatNumber(count)} 项`,
  allChecks: (count: number) => `全部 ${formatNumber(count)} 项检查`,

  password: '默认密码',
  passwordDefault: (username: string) => `${username} 仍在使用默认密码。`,
  passwordSeen: '当前会话就是用默认密码登录的。',
  passwordConsequence: '默认密码写在每一份手册里：任何能访问此页面的人都可以管理该 Broker。',
  passwordOwn: (username: string) => `${username} 已使用其他密码：当前会话就是用该密码登录的。`,
  passwordNobody: '没有用户使用带默认密码的用户名。',
  passwordUnknown: (users: string) => `无法得知 ${users} 是否仍在使用默认密码。`,
  passwordUnknownWhy: 'Broker 不会透露密码，Brokerdeck 也不会去尝试。请以该用户登录确认，或为其设置新密码。',
  toUsers: vocabulary.users,

  anonymous: '匿名访问',
  anonymousAllowed: '客户端无需凭据即可连接。',
  anonymousRefused: (count: number) => `客户端必须通过 ${formatNumber(count)} 个认证器。`,
  anonymousListeners: (count: number) => `${formatNumber(count)} 个监听器允许任何人连接。`,
  noAuthenticators: '没有配置认证器。',
  authenticatorsOff: (count: number) => `全部 ${formatNumber(count)} 个认证器均已禁用。`,
  listenerAsksNobody: (id: string, bind: string) => `${id}（${bind}）不进行认证（enable_authn 已关闭）`,
  anonymousConsequence: '任何能访问监听器的人，都可以在授权允许的范围内收发消息。',

  certificates: '监听器证书',
  noTls: '已启用的监听器都没有使用 TLS，因此没有证书。',
  certificatesGood: (count: number) => `全部 ${formatNumber(count)} 个证书的有效期都超过 30 天。`,
  certificateExpired: '有证书已经过期。',
  certificateSoon: '有证书将在 30 天内过期。',
  certificateUnknown: '部分证书的到期时间无法得知。',
  expiredSince: (id: string, at: string) => `${id} 已于 ${at} 过期`,
  expiresAt: (id: string, at: string, left: string) => `${id} 将于 ${at} 过期，还有 ${left}`,
  expiryUntold: (id: string) => `${id}：证书由 Broker 以文件保存，未告知到期时间`,
  certificateConsequence: '证书过期后，校验证书的客户端将无法连接。',

  nodes: vocabulary.nodes,
  nodesRun: (count: number) => `全部 ${formatNumber(count)} 个节点均在运行。`,
  nodesAway: (away: string, all: string) => `${all} 个节点中有 ${away} 个未运行。`,
  nodeStopped: (node: string) => `${node} 已停止`,
  nodeUnreported: (node: string, duration: string) => `${node} 已有 ${duration}未上报`,
  nodesConsequence:
    '该节点上的会话及其排队消息已丢失，客户端会重连到其他节点。所有合计值和图表中都不包含该节点的计数和历史。',
  toNode: vocabulary.node,
  toNodes: vocabulary.nodes,

  versions: '版本',
  versionsSame: (version: string) => `所有运行中的节点均为 ${version}。`,
  versionsDiffer: '集群中的节点版本不一致。',
  nodeHas: (node: string, value: string) => `${node}：${value}`,
  versionsConsequence: '仅应在升级期间出现：并非所有节点都支持的配置将无法更改。',

  balance: '各节点的连接数',
  balanceAlone: '只有一个节点在运行，所有连接都在该节点上。',
  balanceFew: (count: number) => `连接数太少，无法比较节点：${formatNumber(count)}。`,
  balanced: '没有节点的连接数超过平均值的 1.5 倍。',
  unbalanced: '连接分布不均。',
  balanceConsequence: '该节点的负载高于其他节点，会最先达到上限。重启后常见：客户端会留在原来的节点上。',

  configSync: '节点配置同步',
  configSynced: '所有节点均已应用集群配置。',
  configStuck: (count: number) => `${formatNumber(count)} 个节点无法应用配置更改。`,
  configStuckOn: (node: string, message: string) => `${node}：${message}`,
  configStuckConsequence: `此后的更改都会等待该节点。请先在该节点上消除原因（例如端口被占用），再运行“emqx ctl conf cluster_sync status”。${vocabulary.clusterSyncFix}`,
  configBehind: (count: number) => `${formatNumber(count)} 个节点的配置落后于集群。`,
  configChangeOf: (node: string, number: number) =>
    `${node}：最后应用的是第 ${formatNumber(number)} 次配置更改`,
  configBehindConsequence:
    '更改后几秒内出现属正常。如果数字一直不同，说明该节点仍在使用旧配置：请先在该节点上运行“emqx ctl conf cluster_sync status”，再进行其他更改。',
  listeners: vocabulary.listeners,
  listenersRun: (count: number) => `全部 ${formatNumber(count)} 个已启用的监听器均在其所有节点上运行。`,
  listenersRunSome: (count: number) =>
    `全部 ${formatNumber(count)} 个已启用的监听器均在所有运行中的节点上运行。`,
  listenersOff: (count: number) => `${formatNumber(count)} 个监听器已禁用`,
  listenersFail: (count: number) => `${formatNumber(count)} 个已启用的监听器没有在所有节点上运行。`,
  listenerStopped: (id: string, nodes: string) => `${id} 未在以下节点运行：${nodes}`,
  listenersConsequence: '被分配到该节点的客户端会被拒绝。常见原因是端口被其他程序占用。',
  toAuthentication: vocabulary.authentication,
  toListeners: vocabulary.listeners,

  connectors: vocabulary.connectors,
  noConnectors: '没有连接器。',
  connectorsUp: (count: number) => `全部 ${formatNumber(count)} 个已启用的连接器均已连接。`,
  connectorsDown: (down: number, all: number) =>
    `${formatNumber(all)} 个已启用的连接器中有 ${formatNumber(down)} 个未连接。`,
  downBrief: (what: string, down: string, all: string) => `${what}：${all} 个中 ${down} 个未连接`,
  connectorIs: (name: string, status: string, nodes: string) =>
    `${name} ${connectorStates[status] ?? `的状态为 ${status}`}${nodes === '' ? '' : `：${nodes}`}`,
  connectorWhy: (state: string, reason: string) => `${state}。${reason}`,
  connectorsConsequence: '相关动作会丢失消息：无缓存时立即丢失，否则在超过有效期或缓存已满时。',
  hooks: 'ExHook 服务器',
  noHooks: '尚未配置任何 ExHook 服务器。',
  hooksUp: (count: number) => `全部 ${formatNumber(count)} 个已启用的 ExHook 服务器均已连接。`,
  hooksDown: (down: number, all: number) =>
    `${formatNumber(all)} 个已启用的 ExHook 服务器中有 ${formatNumber(down)} 个未连接。`,
  hookFailures: (name: string, count: number) =>
    `${name}：Broker 启动以来有 ${formatNumber(count)} 次调用失败`,
  hooksConsequence:
    'Broker 不会调用未连接的服务器，也不会因此拒绝任何操作：客户端和消息将不经过它的检查和修改。',
  toHooks: 'ExHook',
  actions: '动作与 Source',
  noActions: '没有动作或 Source。',
  noActionsThatLose: '尚未配置任何动作。',
  actionsWork: (count: number) => `全部 ${formatNumber(count)} 个已启用的动作与 Source 均已连接。`,
  actionsFail: (failing: number, all: number) =>
    `${formatNumber(all)} 个已启用的动作与 Source 中有 ${formatNumber(failing)} 个未连接。`,
  actionsConsequence: '规则的结果无法送达，或无法从外部系统接收数据。',
  losses: '发往外部系统的消息',
  noLosses: '没有等待中的消息，自打开控制台以来也没有丢弃。',
  losesNothing: (count: number) => `有 ${formatNumber(count)} 条消息在缓存中等待，自打开控制台以来没有丢弃。`,
  actionsLose: (count: number) => `有 ${formatNumber(count)} 个动作正在丢弃消息。`,
  buffersFill: (waiting: number) => `有缓存正在增长：${formatNumber(waiting)} 条消息在等待。`,
  lossIs: (id: string, count: number, time: string) =>
    `${id}：最近${time}丢弃了 ${formatNumber(count)} 条消息`,
  lossOf: (id: string, total: string) => `${id}：自计数器重置以来丢弃 ${total}`,
  fillIs: (place: string, bytes: string, limit: string, share: string) =>
    `${place}：已缓存 ${bytes} / ${limit}，${share}`,
  fullIn: (fill: string, time: string) => `${fill}，${time}后将满`,
  buffersRead: (read: string, waiting: string) =>
    `已读取缓冲队列：${waiting} 个有等待消息的动作中的 ${read} 个`,
  lossConsequence: '缓存满后会丢弃最早的消息。外部系统处理太慢或拒绝接收：原因见该动作的页面。',

  alarms: '告警',
  noAlarms: '没有活动告警。',
  alarmsActive: (count: number) => `有 ${formatNumber(count)} 条活动告警。`,
  alarmIs: (name: string, node: string, message: string) => `${node} 上的 ${name}：${message}`,
  moreAlarms: (count: number) => `另有 ${formatNumber(count)} 条`,
  alarmsConsequence: 'Broker 自身检测到了问题。',
  toAlarms: '告警与处理建议',

  memory: vocabulary.memory,
  memoryFree: '每台机器的剩余内存均超过 15%。',
  memoryShort: '有机器的内存即将不足。',
  memoryUnknown: 'Broker 无法测量所在机器的内存。',
  memoryIs: (node: string, used: string, total: string, share: string) =>
    `${node}：${used} / ${total}，${share}`,
  memoryConsequence: '内存耗尽时，操作系统会终止节点，节点上的所有会话也会丢失。',

  descriptors: '文件描述符与进程',
  descriptorsFree: '每个节点的两项余量均超过 20%。',
  descriptorsShort: '有节点即将无法接受新连接。',
  descriptorsUnknown: 'Broker 无法告知其上限。',
  descriptorsAre: (node: string, used: string, limit: string) =>
    `${node}：${used} 个连接，文件描述符上限 ${limit}`,
  processesAre: (node: string, used: string, limit: string) => `${node}：进程 ${used} / ${limit}`,
  descriptorsConsequence:
    '每个连接都会占用一个文件描述符和一个进程。文件描述符上限由操作系统设定（ulimit -n）。',

  drops: '丢弃的消息',
  nothingLost: '自节点启动以来没有丢失消息。',
  nothingLostNow: (time: string) => `自 ${time} 以来没有丢失消息。`,
  losing: (rate: string, reason: string) => `每秒丢失 ${rate} 条消息，主要原因：${reason}。`,
  losingBrief: (rate: string, reason: string) => `每秒丢失 ${rate} 条消息：${reason}`,
  lostLately: (count: number) => `最近 10 分钟丢失了 ${formatNumber(count)} 条消息。`,
  dropIs: (reason: string, total: string, added: string, since: string) =>
    `${reason}：节点启动以来 ${total}，自 ${since} 起 ${added}`,
  dropsConsequence: '订阅者收不到所订阅的消息：通常是因为处理太慢或离线太久。',
  toMetrics: '丢弃消息的计数器',

  license: vocabulary.license,
  noLicense: '此版本无需许可证。',
  licenseGood: '有效，且会话数仍有余量。',
  licenseUntil: (date: string) => `有效期至 ${date}`,
  licenseSessions: (used: string, limit: string) => `会话 ${used} / ${limit}`,
  licenseOver: '许可证已过期。',
  licenseEnds: (left: string) => `许可证将在 ${left}后到期。`,
  licenseFull: '许可证允许的会话数已用完。',
  licenseUsed: '许可证允许的会话数即将用完。',
  licenseConsequence: '许可证到期或会话数用完后，新的客户端会被拒绝。',
  toLicense: vocabulary.license,

  disk: '磁盘',
  diskUnknown: '无法得知磁盘的使用情况。',
  diskUnknownWhy: 'API 没有提供该信息，请直接查看所在机器。',
  diskFailed: 'Broker 无法写入数据。',
  diskConsequence: '此后的更改会在下次重启时丢失。',
}
