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

export const payloadSchema: Words<typeof en.payloadSchema> = {
  form: '按 Schema',
  loading: '正在加载 Schema',
  schema: '解析使用的 Schema',
  sparkplug: 'Sparkplug B',
  choose: '请选择 Schema',
  registered: (name: string, kind: string) => `${name}（${kind}，已注册）`,
  file: (name: string) => `${name}（文件）`,
  openFile: '打开 .proto 文件',
  messageType: '消息类型',
  document: '按 Schema 解析的 Payload',
  unreadable: '浏览器无法读取该文件。',
  notSchema: (line: string) => `该 Schema 无法使用，请检查第 ${line} 行。`,
  isImport: (line: string) => `第 ${line} 行引用了其他文件，此处的 Schema 只能是单个文件。`,
  noMessage: 'Schema 中没有消息类型。',
  misfit: (reason: string) => `Payload 与 Schema 不符：${reason}。`,
  unnamed: (_count: number, shown: string) =>
    `${shown} 个指标只有别名。名称在节点的 Birth 消息（NBIRTH、DBIRTH）中：在此打开过该消息后即可显示名称。`,
}
