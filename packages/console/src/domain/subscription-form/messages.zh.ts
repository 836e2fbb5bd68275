import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const subscriptionForm: Words<typeof en.subscriptionForm> = {
  subscription: '订阅',
  topicFilter: vocabulary.topicFilter,
  qos: vocabulary.qos,
  noLocal: vocabulary.noLocal,
  noLocalHelp: '客户端自己发布的消息不会再发回给它。',
  noLocalShared: '共享订阅不能使用此选项（MQTT-3.8.3-4）。',
  retainAsPublished: '发布保留',
  retainAsPublishedHelp: '转发的消息保持发布时的保留标志。',
  retainHandling: vocabulary.retainedMessages,
  retainSend: '发送（0）',
  retainSendNew: '仅在新订阅时发送（1）',
  retainNever: '不发送（2）',
}
