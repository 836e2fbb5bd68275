import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './action-figures.ts'

export const actionCounters: Words<typeof en.actionCounters> = {
  rule: vocabulary.rule,
  created: vocabulary.created,
  changed: '修改时间',
  reconnect: '重新连接',
  reconnected: (name: string) => `${name} 已连接。`,
  whyNoReconnect: '已禁用，没有连接。',
  messagesGroup: vocabulary.messages,
  pendingGroup: '待处理',
  droppedGroup: vocabulary.dropped,
  // The counters, as the API names them.
  matched: '接收',
  success: vocabulary.success,
  failed: vocabulary.failed,
  retried: '重试',
  received: '接收',
  late_reply: '迟到的应答',
  inflight: '飞行中',
  queuing: '排队中',
  queuing_bytes: '队列字节数',
  dropped: vocabulary.dropped,
  'dropped.expired': '过期',
  'dropped.queue_full': '队列已满',
  'dropped.resource_stopped': '资源已停止',
  'dropped.resource_not_found': '资源不存在',
  'dropped.other': vocabulary.other,
  'matched.definition': '自上次重置或节点启动以来，规则交给该动作的结果数。',
  'success.definition': '已发送并被对方系统接受。',
  'failed.definition': '发送后被对方系统拒绝，或因动作不可用而未发送，不再重试。',
  'retried.definition': '因未收到应答或连接断开而重复发送的次数。',
  'received.definition': '从对方系统接收的消息数。',
  'late_reply.definition': '请求过期之后才到达的应答，该请求已计入丢弃。',
  'inflight.definition': '当前已发送、尚未得到应答。',
  'queuing.definition': '当前在缓冲队列中等待。除非缓冲在磁盘上，节点停止时会丢失。',
  'queuing_bytes.definition': '当前所有节点上缓冲队列的大小。',
  'dropped.definition': '从未发送，为以下各原因之和。',
  'dropped.expired.definition': '等待时间超过请求的有效期。',
  'dropped.queue_full.definition': '缓冲队列达到上限，最早的消息被丢弃。',
  'dropped.resource_stopped.definition': '连接器已停止或被禁用。',
  'dropped.resource_not_found.definition': '动作或其连接器已不存在。',
  'dropped.other.definition': '其他原因，可在服务器日志中查看。',
}

export const actionSettings: Words<typeof en.actionSettings> = {
  sourceImpact: '该 Source 将在每个节点上重启，期间发送的消息可能会错过。',
  actionImpact: '该动作将在每个节点上重启，缓冲队列中的消息以及期间到达的消息都会丢失。',
  actionImpactNow: (_: number, shown: string) =>
    `该动作将在每个节点上重启，缓冲队列中的消息以及期间到达的消息都会丢失。当前待处理：${shown} 条消息。`,
}

export const actionHistory: Words<typeof en.actionHistory> = {
  meanwhile: '连接恢复前的消息',
  waits: (time: string) =>
    `每条消息最多在缓冲队列中等待 ${time}；届时仍未恢复连接，消息将被丢弃并计入“过期”。缓冲队列已满时，丢弃最早的消息。`,
  waitsLong:
    '消息在缓冲队列中等待，没有时间限制。缓冲队列已满时，丢弃最早的消息。节点停止时，等待中的消息会丢失。',
  waitsNot:
    '服务器不为此类型的动作保留消息。首次连接成功之前，每条消息都会立即失败并计入“失败”；此后由其自身的缓冲按设置保存。',
  publishersWait: '请求为同步模式：发布消息的客户端会与消息一同等待。',
  lost: (counts: string) => `已丢弃：${counts}。`,
  lostFor: (reason: string, count: string) => `${reason} ${count} 条`,
  buffers: '缓冲队列',
  bufferOn: (node: string) => `${node} 上的缓冲队列`,
  filled: (bytes: string, limit: string) => `${bytes} / ${limit}`,
  queued: (_: number, shown: string) => `${shown} 条消息排队中`,
  losing: '正在丢失消息',
  losingAt: (rate: string) => `每秒丢弃 ${rate} 条消息`,
  lossOf: (reason: string, rate: string, definition: string) => `${reason}：${rate} 条/秒。${definition}`,
  fullIn: (time: string) => `按当前增长速度，${time}后将满`,
  ends: '所连接的对象',
  connector: '连接器：',
  createRule: '创建规则',
  unused: '没有规则使用它。',
}
