import { vocabulary } from '#i18n/vocabulary.zh.ts'

const meant = (near: string | undefined) => (near === undefined ? '' : `。是否要写 ${near}？`)

export const ruleEditor = {
  replaceWith: (text: string) => `替换为 ${text}`,
  removeFromSources: (name: string) => `从 FROM 中移除 ${name}`,
  example: vocabulary.example,
  valueOf: (expression: string) => `此消息的 ${expression}`,
  fails: (reason: string) => `失败：${reason}`,
}

export const completionKinds = {
  column: '字段',
  alias: '此处命名',
  field: '消息中的字段',
  function: '函数',
  keyword: '关键字',
  event: '事件',
  topic: '主题',
}

export const valueTypes = {
  any: '任意值',
  integer: '整数',
  number: '数值',
  float: '浮点数',
  text: '文本',
  list: '数组',
  map: '对象',
  boolean: '布尔值',
}

export const statementProblems = {
  empty: '语句为空',
  nesting: '括号嵌套过深',
  endsEarly: '语句不完整',
  unexpected: (found: string) => `此处不应出现“${found}”`,
  badNumber: (found: string) => `Broker 无法读取数字“${found}”：指数须带小数点，例如 1.0e3`,
  unknownFunction: (name: string, near: string | undefined) => `没有函数 ${name}${meant(near)}`,
  argumentCount: (name: string, counts: string, given: string) =>
    `${name} 需要 ${counts} 个参数，此处为 ${given} 个`,
  argumentType: (name: string, wanted: string, given: string) => `${name} 此处需要${wanted}，而不是${given}`,
  argumentOption: (name: string, given: string, options: string) =>
    `${name} 此处只接受${options}，而不是 ${given}`,
  unknownColumn: (name: string, near: string | undefined) =>
    `FROM 中的来源都没有字段 ${name}，其值为 undefined${meant(near)}`,
  otherEvent: (name: string, events: string) =>
    `${name} 是 ${events} 的字段，FROM 中的来源没有，其值为 undefined`,
  notEverywhere: (name: string, without: string) => `来自 ${without} 时，${name} 为 undefined`,
  earlyAlias: (name: string) => `${name} 在后面才命名，此处为 undefined`,
  unknownEvent: (name: string, near: string | undefined) => `Broker 没有事件 ${name}${meant(near)}`,
  impossibleFilter: (name: string) => `没有主题能匹配 ${name}：它不是有效的主题过滤器`,
  quietFilter: (name: string, near: string | undefined) =>
    `Broker 上没有订阅或保留消息匹配 ${name}。没有订阅者的消息仍会到达规则${meant(near)}`,
  payloadNoJson: '所试消息的 Payload 不是 JSON：对于此类消息，规则在读取 Payload 的字段时会失败',
  coveredSource: (name: string, by: string) => `${by} 已包含 ${name}：同时匹配两者的消息会处理两次`,
  sourceTwice: (name: string) => `FROM 中已有 ${name}`,
}
