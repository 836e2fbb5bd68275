import { plural } from '#i18n/sentences.ts'
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

export const payloadSchema = {
  form: 'By schema',
  loading: 'Loading the schemas',
  schema: 'Read with the schema',
  sparkplug: 'Sparkplug B',
  choose: 'Choose a schema',
  registered: (name: string, kind: string) => `${name} (${kind}, registry)`,
  file: (name: string) => `${name} (file)`,
  openFile: 'Open .proto file',
  messageType: 'Type of the message',
  document: 'Payload read with the schema',
  unreadable: 'The browser cannot read the file.',
  notSchema: (line: string) => `This is no schema that can be used: see line ${line}.`,
  isImport: (line: string) => `Line ${line} imports another file; a schema here is one file.`,
  noMessage: 'The schema has no message.',
  misfit: (reason: string) => `The payload does not fit the schema: ${reason}.`,
  unnamed: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'metric has', other: 'metrics have' })} only an alias. Names are in the birth message of the node (NBIRTH, DBIRTH): once it was opened here, they are shown.`,
}
