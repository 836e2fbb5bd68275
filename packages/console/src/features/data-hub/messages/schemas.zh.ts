import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './schemas.ts'

export const schemas: Words<typeof en.schemas> = {
  title: 'Schema Registry',
  label: 'Schema',
  member: vocabulary.name,
  type: vocabulary.type,
  note: vocabulary.note,
  json: 'JSON Schema',
  create: '创建 Schema',
  summary: (_: number, shown: string) => `${shown} 个 Schema`,
  emptyTitle: '暂无 Schema',
  emptyText: 'Schema 描述 Payload 的结构。验证用它检查消息，转换和规则用它编解码 Avro 和 Protobuf。',
  noneMatch: '没有符合筛选条件的 Schema',
  removeBody: '此后引用它的验证、转换和规则都会失败。',
  tabs: 'Schema 的各部分',
  settings: vocabulary.settings,
  uses: '引用',
  absentTitle: 'Schema 不存在',
  absentText: '没有使用该名称的 Schema，它可能已被删除。',
}

export const schemaForm: Words<typeof en.schemaForm> = {
  general: '名称与类型',
  source: 'Schema 内容',
  sourceHelp: 'Avro 和 JSON Schema 使用 JSON，Protobuf 使用单个 .proto 文件的内容，不支持 import。',
  created: 'Schema 创建成功',
  saved: 'Schema 保存成功',
  impact: '引用它的验证、转换和规则会立即按新的内容工作。',
  impactNew: '在验证、转换或规则引用它之前，不会有任何变化。',
  notJson: (line: string, column: string) => `${vocabulary.pleaseEnterJson}（第 ${line} 行第 ${column} 列）`,
  notProtobuf: (line: string) => `Protobuf Schema 有语法错误（第 ${line} 行）。`,
  isImport: (line: string) => `无法解析 import，请把所有消息写在此处（第 ${line} 行）。`,
  unknownMessage: (name: string, line: string) => `没有名为 ${name} 的消息或枚举（第 ${line} 行）。`,
  unknownType: (name: string) => `Avro 没有类型 ${name}。`,
  lacks: (name: string) => `Avro Schema 缺少 ${name}。`,
  notAvro: '不是有效的 Avro Schema。',
  notObject: 'JSON Schema 必须是 JSON 对象。',
  tooComplex: 'Schema 过大或嵌套过深。',
  draftThree:
    '未写 $schema 时，Broker 按 draft 3 处理，required 列表不起作用。请添加 "$schema": "http://json-schema.org/draft-06/schema#"。',
  unknownDraft: 'Broker 会接受该 $schema，但所有检查都会失败：它只支持 draft 3、4 和 6。',
  messages: '消息类型',
  noMessages: '其中没有消息。',
}

export const schemaUses: Words<typeof en.schemaUses> = {
  validations: '验证',
  transformations: '转换',
  rules: vocabulary.rules,
  none: '该集群中没有任何对象引用此 Schema。',
  unused: '未被引用',
  notKnown: vocabulary.unknown,
  more: (count: string) => `另外 ${count} 个`,
  unknown: '无法确定引用情况：Broker 没有应答。',
  partly: '可能还有其他引用：最多检查 1,000 条规则，且只包含可读取的内容。',
  inRules: 'SQL 在 schema_decode、schema_encode 或 schema_check 中写出该名称的规则才会列出。',
}

export const schemaSample: Words<typeof en.schemaSample> = {
  title: '示例消息',
  text: '在浏览器中检查，不会发送任何内容。',
  sample: 'JSON 示例',
  generate: '由示例生成 Schema',
  notJson: vocabulary.pleaseEnterJson,
  notObject: '示例必须是 JSON 对象。',
  messageType: '消息类型',
  fits: '示例符合 Schema。',
  fitsBytes: (bytes: string) => `示例符合 Schema，编码后为 ${bytes}。`,
  misfit: (why: string) => `示例不符合 Schema：${why}`,
  incomplete: '请先修正 Schema。',
  generated: 'Schema 已生成，请检查类型和必填字段。',
}

export const registries: Words<typeof en.registries> = {
  title: '外部 Schema Registry',
  label: '外部 Schema Registry',
  member: vocabulary.name,
  type: vocabulary.type,
  url: vocabulary.url,
  confluent: 'Confluent Schema Registry',
  access: vocabulary.authentication,
  anonymous: vocabulary.none,
  basic: '用户名和密码',
  username: vocabulary.username,
  password: vocabulary.password,
  create: '添加外部 Registry',
  summary: (_: number, shown: string) => `${shown} 个外部 Registry`,
  emptyTitle: '暂无外部 Registry',
  emptyText: '规则按此处登记的 Confluent Schema Registry 中的 Schema 编解码 Avro。',
  noneMatch: '没有符合筛选条件的外部 Registry',
  removeBody: '此后引用它的规则都会失败。',
  tabs: '外部 Registry 的各部分',
  settings: vocabulary.settings,
  absentTitle: '外部 Registry 不存在',
  absentText: '没有使用该名称的外部 Registry，它可能已被删除。',
  connection: vocabulary.connection,
  created: '外部 Registry 添加成功',
  saved: '外部 Registry 保存成功',
  urlHelp: 'Broker 不检查该地址：规则需要 Schema 而无应答时会失败。',
  impact: '规则从下一条消息起使用新的地址。',
  impactNew: '在规则引用它之前，不会发出任何请求。',
}

export const registryLink: Words<typeof en.registryLink> = {
  title: 'Schema Registry',
  known: (count: number, shown: string) => (count === 0 ? '暂无 Schema。' : `可选择 ${shown} 个 Schema。`),
  unknown: '无法读取 Schema Registry，请直接输入名称。',
  show: '查看 Schema',
  create: '创建 Schema',
}
