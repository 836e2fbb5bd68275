import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './rule-templates.ts'
export const templateTitles: Words<typeof en.templateTitles> = {
  filter: '按 Payload 的值过滤',
  events: '一条规则处理多个事件',
  array: '把数组拆成多条消息',
  arrayFields: '拆分数组并选择字段与条件',
  cases: '把数值分级',
  nested: '读取嵌套的值',
  hysteresis: '双限值告警（回差）',
  units: '单位换算',
  rename: '为数据库改名',
  dropFields: '去掉字段',
  hex: '解码十六进制 Payload',
  zone: '带时区的时间戳',
  offline: '设备离线告警',
  rate: '计数器的速率',
  geofence: '地理围栏',
  enrich: '用客户端属性补充',
  deadLetter: '保留无人接收的消息',
  topicLevels: '读取主题层级',
}

export const templateTexts: Words<typeof en.templateTexts> = {
  filter: '只有超过阈值的消息通过，结果包含该值和发送者。',
  events: 'FROM 中事件与主题写法相同，字段 event 说明是哪个事件。',
  array: 'FOREACH 对每一项执行一次动作，DO 决定动作得到其中的哪些内容。',
  arrayFields: 'DO 选择每个结果的内容，INCASE 选择哪些项有结果。',
  cases: 'CASE 取第一个成立的分支。',
  nested: '点号进入对象，[1] 是数组的第一项。',
  hysteresis:
    '规则不保存状态，由保留消息来记忆：两个限值之间不发送消息，保留消息维持上一个状态，告警不会抖动。',
  units: '计算并取整：此处由华氏度换算为摄氏度。',
  rename: 'AS 把每个值改成数据库列的名称。',
  dropFields: 'jq 从其余字段未知的文档中去掉若干字段。',
  hex: '从二进制值中取出若干位：此处为 16 位有符号数，单位为十分之一。',
  zone: '把毫秒级 Unix 时间写成某一时区的日期。',
  offline: '除正常断开以外的所有断开。保留消息会告知之后的订阅者。',
  rate: '根据设备一并发送的两次读数计算，没有时间差的读数会跳过。',
  geofence: '距某点超过 5 公里的位置。北纬 30 度处经度一度约为 96.1 公里。',
  enrich: 'client_attrs 是客户端连接时设定的属性，请把 test 换成你的属性名。',
  deadLetter: '条件排除已保留过的消息，否则被丢弃的副本会再次被保留。',
  topicLevels: '拆分主题，第一层的编号为 1。',
}

export const templates: Words<typeof en.templates> = {
  title: 'SQL 模板',
  open: '模板',
  replaceTitle: '替换语句？',
  replaceBody: '已输入的内容将被模板替换，此操作可以撤销。',
  replace: vocabulary.replace,
  undo: '撤销模板',
}

export const templateDrawer: Words<typeof en.templateDrawer> = {
  search: '查找模板',
  nothing: '没有符合搜索的模板',
  statement: '语句',
  sampleIn: '输入示例',
  sampleOut: '输出示例',
  use: '使用此模板',
}
