import { plural } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const brokerMessage = {
  topic: vocabulary.topic,
  qos: vocabulary.qos,
  messageId: 'Message ID',
  from: 'From client',
  fromUsername: 'From username',
  published: 'Published',
  payload: vocabulary.payload,
  loading: 'Loading the payload',
  hiddenPayload: 'Payload hidden',
  noPayload: 'No payload',
  gone: 'The message is not there any more',
  tooLarge: 'The broker gives no payload of more than 1 MiB. Subscribe to the topic to receive it.',
  deleteRetained:
    'New subscribers do not receive what is deleted. Clients that have it already are not told.',
  unaddressable: 'No address can carry this topic, so the broker cannot return it.',
  deleteTitle: vocabulary.confirmDelete,
  deleteOne: (topic: string) => `The message of ${topic} is deleted.`,
  deleteMany: (count: number, shown: string) =>
    `Delete ${shown} ${plural(count, { one: 'message', other: 'messages' })}?`,
  delete: vocabulary.delete,
  deleted: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'message', other: 'messages' })} deleted`,
  view: 'View',
  viewOf: (topic: string) => `View the message of ${topic}`,
}
