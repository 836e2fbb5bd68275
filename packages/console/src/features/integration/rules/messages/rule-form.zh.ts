import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './rule-form.ts'

export const ruleForm: Words<typeof en.ruleForm> = {
  valuesHere: '值在此计算',
  functions: '函数',
  createTitle: '创建规则',
  created: '规则已创建',
  saved: '规则已保存',
  rule: vocabulary.rule,
  id: vocabulary.id,
  idRule: '以字母或数字开头，其后为字母、数字、- 和 _。',
  idTaken: '已存在使用此 ID 的规则',
  note: vocabulary.note,
  sql: vocabulary.sql,
  actions: vocabulary.actions,
  remove: vocabulary.remove,
  locked: '此处不能修改',
  syntax: (line: string, column: string, found: string) =>
    `第 ${line} 行第 ${column} 列：${found === '' ? '语句不完整' : `此处不能出现“${found}”`}`,
  saveCopy: '另存为副本…',
  copyTitle: '另存为副本',
  copyHelp: '副本使用表单当前的内容，原规则不变。',
  copied: (id: string) => `规则 ${id} 已创建`,
  targetGone: '要复制的规则已不存在',
  impact: '从下一条消息或事件起生效。',
}

export const inputs: Words<typeof en.inputs> = {
  title: '数据输入',
  add: '添加输入',
  change: vocabulary.update,
  editOf: (name: string) => `编辑输入 ${name}`,
  removeOf: (name: string) => `移除输入 ${name}`,
  removeTitle: (name: string) => `移除输入 ${name}？`,
  removeBody: '它会从语句的 FROM 中移除，保存规则后生效。',
  onlyOne: '语句至少需要一个数据来源',
  unread: '输入从 FROM 中读取，请先改正语句。',
  tooLong: '语句过长，无法在此读取。请直接在语句中修改 FROM。',
  notShown: (count: number) => `未显示：FROM 中另有 ${formatNumber(count)} 项`,
}

export const inputDialog: Words<typeof en.inputDialog> = {
  edit: '编辑输入',
  kind: vocabulary.type,
  topic: vocabulary.topicFilter,
  event: vocabulary.event,
  source: '数据源 ID',
  sourceHelp: '类型与名称，中间用冒号，例如 mqtt:line_4。',
  sourceRule: '请输入“类型:名称”',
  twice: '列表中已有此输入',
  unwritable: 'FROM 中无法写入此名称',
}

export const inputKinds: Words<typeof en.inputKinds> = {
  message: vocabulary.message,
  event: vocabulary.event,
  source: vocabulary.dataSource,
}

export const outputs: Words<typeof en.outputs> = {
  title: '动作输出',
  add: '添加输出',
  update: vocabulary.update,
  none: '结果尚未用于任何动作',
  noneText: '可以作为消息重新发布、打印到节点日志，或交给某个动作。',
  republish: '消息重发布',
  republishTo: '重发布到',
  console: '控制台输出',
  consoleNote: '将结果打印到节点日志',
  consoleOnce: '列表中已有控制台输出',
  byId: '动作…',
  byIdTitle: '添加动作',
  actionId: '动作 ID',
  actionIdHelp: '类型与名称，中间用冒号，例如 http:alarms。',
  actionIdRule: '请输入“类型:名称”',
  twice: '列表中已有此动作',
  action: vocabulary.action,
  unknown: '自定义函数',
  editOf: (name: string) => `编辑输出 ${name}`,
  loop: '此规则重新发布的消息可能再次触发它：',
  loopWay: '消息的路径',
  removeOf: (name: string) => `移除输出 ${name}`,
  removeTitle: (name: string) => `移除输出 ${name}？`,
  removeBody: '动作本身会保留，保存规则后生效。',
}

export const bridgeChoice: Words<typeof en.bridgeChoice> = {
  open: (id: string) => `在新标签页中打开 ${id}`,
  more: (count: string) => `另有 ${count} 个，输入 ID 的一部分即可查找`,
}

export const actionChoice: Words<typeof en.actionChoice> = {
  list: vocabulary.actions,
  none: '尚无动作',
  absent: '目前没有使用此 ID 的动作。规则可以引用它；在它创建之前，Broker 会丢弃发往它的数据。',
  create: '创建动作',
  createHelp: '动作会立即在 Broker 中创建；规则在保存后才生效。',
}

export const sourceChoice: Words<typeof en.sourceChoice> = {
  list: '数据源',
  none: '尚无数据源',
  absent: '目前没有使用此 ID 的数据源。在它创建之前，不会有数据从它进入。',
  create: '创建数据源',
  createHelp: '数据源会立即在 Broker 中创建；规则在保存后才生效。',
}

export const republish: Words<typeof en.republish> = {
  message: vocabulary.message,
  topic: vocabulary.topic,
  readsFrom: (sources: string) => `规则读取 ${sources}；重发布到自身读取的主题会形成循环。`,
  topicHelp: `\${clientid} 这样的占位符取结果中的值。`,
  qos: vocabulary.qos,
  qosOfEvent: '沿用消息的 QoS',
  retain: vocabulary.retain,
  retainOfEvent: '沿用消息的设置',
  isTrue: vocabulary.yes,
  isFalse: vocabulary.no,
  payload: vocabulary.payload,
  payloadHelp: '留空则以 JSON 发送整个结果。占位符取结果中的值，不存在的会变成“undefined”。',
  properties: 'MQTT 5 属性',
  propertiesNote: '用于 MQTT 5 客户端',
  format: 'Payload 格式指示',
  formatBytes: '未指定',
  formatText: 'UTF-8 文本',
  expiry: vocabulary.messageExpiryInterval,
  expiryHelp: '秒数或占位符。',
  contentType: vocabulary.contentType,
  responseTopic: vocabulary.responseTopic,
  correlationData: vocabulary.correlationData,
  userProperties: vocabulary.userProperties,
  userPropertiesHelp: '指向文本对象的占位符，留空则不发送。',
  directDispatch: '直接派发',
  directDispatchHelp: '直接送达订阅者，不经过规则、钩子和计数。',
  badNumber: '请输入数字或占位符',
}

export const columnList: Words<typeof en.columnList> = {
  title: '事件与字段',
  search: '查找字段',
  nothing: '没有匹配的字段',
  used: 'FROM 中的事件',
  unused: '不在 FROM 中',
}

export const columnKinds: Words<typeof en.columnKinds> = {
  text: '文本',
  bytes: '字节',
  integer: '整数',
  qos: '0、1、2',
  time: '毫秒',
  boolean: '布尔值',
  list: '数组',
  map: '对象',
}
