import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './rule-editor.ts'

const suggestNear = (near: string | undefined) => (near === undefined ? '' : `。是否要写 ${near}？`)

export const ruleEditor: Words<typeof en.ruleEditor> = {
  replaceWith: (text: string) => `替换为 ${text}`,
  removeFromSources: (name: string) => `从 FROM 中移除 ${name}`,
  plainText: (most: number) =>
    `语句超过 ${formatNumber(most)} 个字符，按纯文本编辑，不提供着色、补全与检查。`,
  example: vocabulary.example,
  valueOf: (expression: string) => `此消息的 ${expression}`,
  fails: (reason: string) => `失败：${reason}`,
  missing: (path: string, meantPath: string | undefined) =>
    `所试消息中没有 ${path}，其值为 undefined${suggestNear(meantPath)}`,
  missingInAll: (all: string, path: string, meantPath: string | undefined) =>
    `${all} 条所试消息中都没有 ${path}，其值为 undefined${suggestNear(meantPath)}`,
  missingInMany: (count: string, all: string, path: string, meantPath: string | undefined) =>
    `${all} 条所试消息中有 ${count} 条没有 ${path}，其值为 undefined${suggestNear(meantPath)}`,
  eventHas: (event: string, columns: string) => `事件：${event}。字段：${columns}`,
  columnOf: (events: string) => `${events} 的字段`,
  columnOfMany: (count: string) => `${count} 种事件的字段`,
  columnOfAll: '所有事件都有此字段',
}

/** The effect of each keyword of the language; a test keeps the list in step with the language. */
export const keywordTexts: Words<typeof en.keywordTexts> = {
  SELECT: '列出结果的字段，取自事件的字段。',
  FOREACH: '遍历数组的元素，每个元素各产生一个结果。',
  DO: '列出 FOREACH 每个元素的结果字段。',
  INCASE: '只保留满足条件的 FOREACH 元素。',
  FROM: '指定触发规则的主题、事件和数据源。',
  WHERE: '条件成立时规则才通过。',
  AS: '为值指定结果中的名称，后面的部分可以使用此名称。',
  CASE: '取第一个成立的 WHEN 的值。',
  WHEN: 'CASE 的一个条件。',
  THEN: '前面的条件成立时的值。',
  ELSE: '所有 WHEN 都不成立时的值；省略则为 undefined。',
  END: '结束 CASE。',
  AND: '两侧都成立时成立。',
  OR: '任一侧成立时成立。',
  NOT: '后面的部分不成立时成立。',
  IN: '括号中的列表包含该值时成立。',
  DIV: '整数相除，舍去余数。',
  MOD: '整数相除的余数。',
  TRUE: '布尔值 true。',
  FALSE: '布尔值 false。',
}

/** The values beside the lines of a statement, where there is little room. */
export const lineValues: Words<typeof en.lineValues> = {
  matches: '匹配',
  firstItem: (value: string) => `第 1 项：${value}`,
  items: (passed: string, all: string) => `${all} 项中的 ${passed} 项`,
  fails: (reason: string) => `失败：${reason}`,
  brokerOnly: '只有 Broker 能计算',
}

export const completionKinds: Words<typeof en.completionKinds> = {
  column: '字段',
  alias: '此处命名',
  field: '消息中的字段',
  function: '函数',
  keyword: '关键字',
  event: '事件',
  source: '数据源',
  topic: '主题',
}

export const valueTypes: Words<typeof en.valueTypes> = {
  any: '任意值',
  integer: '整数',
  number: '数值',
  float: '浮点数',
  text: '文本',
  list: '数组',
  map: '对象',
  boolean: '布尔值',
}

export const statementFaults: Words<typeof en.statementFaults> = {
  empty: '语句为空',
  nesting: '括号嵌套过深',
  length: '语句过长，此处不做检查',
  endsEarly: '语句不完整',
  unexpected: (found: string) => `此处不应出现“${found}”`,
  badNumber: (found: string) => `Broker 无法读取数字“${found}”：指数须带小数点，例如 1.0e3`,
}

export const statementProblems: Words<typeof en.statementProblems> = {
  unknownFunction: (name: string, near: string | undefined) => `没有函数 ${name}${suggestNear(near)}`,
  argumentCount: (name: string, counts: string, given: string) =>
    `${name} 需要 ${counts} 个参数，此处为 ${given} 个`,
  argumentType: (name: string, wanted: string, given: string) => `${name} 此处需要${wanted}，而不是${given}`,
  argumentOption: (name: string, given: string, options: string) =>
    `${name} 此处只接受${options}，而不是 ${given}`,
  unknownColumn: (name: string, near: string | undefined) =>
    `FROM 中的来源都没有字段 ${name}，其值为 undefined${suggestNear(near)}`,
  otherEvent: (name: string, events: string) =>
    `${name} 是 ${events} 的字段，FROM 中的来源没有，其值为 undefined`,
  notEverywhere: (name: string, without: string) => `来自 ${without} 时，${name} 为 undefined`,
  earlyAlias: (name: string) => `${name} 在后面才命名，此处为 undefined`,
  unknownEvent: (name: string, near: string | undefined) => `Broker 没有事件 ${name}${suggestNear(near)}`,
  unknownSource: (name: string, near: string | undefined) =>
    `没有数据源 ${name}，不会通过它触发规则${suggestNear(near)}`,
  unknownSchema: (name: string, near: string | undefined) =>
    `Schema Registry 中没有 Schema ${name}，规则执行到此调用时会失败${suggestNear(near)}`,
  impossibleFilter: (name: string) => `没有主题能匹配 ${name}：它不是有效的主题过滤器`,
  quietFilter: (name: string, near: string | undefined) =>
    `Broker 上没有订阅或保留消息匹配 ${name}。没有订阅者的消息仍会到达规则${suggestNear(near)}`,
  payloadNoJson: '所试消息的 Payload 不是 JSON：对于此类消息，规则在读取 Payload 的字段时会失败',
  coveredSource: (name: string, by: string) =>
    `${by} 已包含 ${name}，${name} 是多余的：同时匹配两者的消息只触发一次规则`,
  sharedFilter: (name: string) => `没有消息的主题是 ${name}：规则不是订阅者，FROM 中应写不带共享前缀的过滤器`,
  sourceTwice: (name: string) => `FROM 中已有 ${name}`,
}
