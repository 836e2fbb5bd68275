import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const brokerMessage: Words<typeof en.brokerMessage> = {
  topic: vocabulary.topic,
  qos: vocabulary.qos,
  messageId: '消息 ID',
  from: '来源客户端',
  fromUsername: '来源用户名',
  published: '发布时间',
  payload: vocabulary.payload,
  loading: '正在加载 Payload',
  hiddenPayload: 'Payload 已隐藏',
  noPayload: '没有 Payload',
  gone: '该消息已不存在',
  tooLarge: 'Broker 不返回超过 1 MiB 的 Payload。如需查看，请订阅该主题。',
  deleteRetained: '新的订阅者将不再收到已删除的消息；此前已收到的客户端不会得到通知。',
  unaddressable: '该主题无法写入请求地址，因此无法向 Broker 请求。',
  deleteTitle: vocabulary.confirmDelete,
  deleteOne: (topic: string) => `将删除主题 ${topic} 的消息。`,
  deleteMany: (_count: number, shown: string) => `删除 ${shown} 条消息？`,
  delete: vocabulary.delete,
  deleted: (_count: number, shown: string) => `已删除 ${shown} 条消息`,
  view: '查看',
  viewOf: (topic: string) => `查看主题 ${topic} 的消息`,
}
