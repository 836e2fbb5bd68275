import { vocabulary } from '#i18n/vocabulary.ts'

export const subscriptionForm = {
  subscription: 'Subscription',
  topicFilter: vocabulary.topicFilter,
  qos: vocabulary.qos,
  noLocal: vocabulary.noLocal,
  noLocalHelp: 'Messages that the client publishes itself are not sent back to it.',
  noLocalShared: 'Not possible on a shared subscription (MQTT-3.8.3-4).',
  retainAsPublished: 'Retain as published',
  retainAsPublishedHelp: 'Forwarded messages keep the retain flag they were published with.',
  retainHandling: vocabulary.retainedMessages,
  retainSend: 'Send them (0)',
  retainSendNew: 'Send them if the subscription is new (1)',
  retainNever: 'Do not send them (2)',
}
