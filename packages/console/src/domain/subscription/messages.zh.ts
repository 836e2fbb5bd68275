import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const subscription: Words<typeof en.subscription> = {
  topic: vocabulary.topicFilter,
  qos: vocabulary.qos,
  share: '共享组',
  shareMeaning: '同一组的订阅者轮流接收，每条消息组内只投递一次。',
  flags: '选项',
  flagsMeaning:
    'NL：不接收自己发布的消息。RAP：保留消息按发布时的标志转发。RH：保留消息处理方式，1 仅新订阅时发送，2 从不发送。',
  noLocal: 'NL',
  retainAsPublished: 'RAP',
  retainHandling: (value: number) => `RH ${value}`,
  durable: '持久',
  noFlags: '未设置选项',
  why: '为什么可以订阅？',
}
