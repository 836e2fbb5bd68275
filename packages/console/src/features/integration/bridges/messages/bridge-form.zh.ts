import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './bridge-form.ts'

export const bridgeForm: Words<typeof en.bridgeForm> = {
  mask: '请填写真实的密钥，否则六个星号会被当作密钥保存。',
  notCopied: '原资源在此处有密钥，Broker 不会显示其内容。目标系统需要时请重新填写。',
  urlBegun: '请填写地址：http:// 之后是主机',
  notJson: '任何消息都无法使其成为 JSON：请检查引号、逗号和括号。',
  notLineProtocol: '不符合行协议：measurement,tag=value field=value timestamp。',
  unknownInName: (names: string) => `Broker 在此处不接受 ${names}：只能使用动作、节点、时间和序号占位符。`,
  addedToName: (missing: string) => `为区分各次上传，Broker 会在末尾补上缺少的部分：${missing}`,
  notProvided: (rule: string, names: string) => `${rule} 不提供 ${names}`,
  moreRules: (_count: number, shown: string) => `另有 ${shown} 条规则`,
  between: '；',
}

export const connectorValues: Words<typeof en.connectorValues> = {
  port: '端口范围为 1 到 65535',
  notServer: '请输入“主机”或“主机:端口”，此处不支持 IPv6 地址',
  hostSpace: '主机名不能包含空格，多个地址之间用逗号分隔',
  noScheme: '只需输入主机，前面不要加 mqtt:// 之类的协议头',
  otherScheme: (schemes: string) => `只需输入主机，或在前面加上 ${schemes}`,
  oneHost: '只能输入一个地址',
  databaseName: '请填写 SID 或服务名：Broker 至少需要其中之一',
  notJson: vocabulary.pleaseEnterJson,
  missingKeys: (names: string) => `这不是服务账号密钥文件：缺少 ${names}`,
  notServiceAccount: '这不是服务账号密钥文件：type 必须是 service_account',
  notBase64: '账户密钥是 Base64 文本：字母、数字、+、/，末尾可有 =',
  snowflakeAccount: '组织和账户以连字符相连：ORGID-ACCOUNTNAME',
  needsScheme: '不以 http:// 或 https:// 开头时，Broker 无法连接',
  hostAlone: '此处带有 http:// 或 https:// 时，Broker 无法连接；TLS 另有开关',
  firstOnly: '此处只能使用一个地址，填写多个时 Broker 无法连接',
}

export const sampleMessage: Words<typeof en.sampleMessage> = {
  title: '示例消息',
  rule: vocabulary.rule,
  ruleHelp: '消息先经过该规则的语句。',
  cancel: vocabulary.cancel,
  use: '使用此消息',
}
