import { formatNumber } from '#i18n/format-number.ts'

export const zh = {
  title: '主题重写',
  summary: (count: number, max: number) =>
    `${formatNumber(count)} 条规则，最多 ${max} 条。按顺序使用首个源主题匹配的规则。`,
  label: '重写规则',
  order: '序号',
  action: '适用于',
  publish: '发布',
  subscribe: '订阅',
  all: '发布和订阅',
  source: '源主题',
  sourceHelp: '主题过滤器。使用首个匹配该主题的规则，不再检查后面的规则。',
  expression: '正则表达式',
  expressionHelp: '须匹配主题的全部或一部分，否则主题保持不变。',
  badExpression: (at: number) =>
    `正则表达式在第 ${at} 个字符处不完整：括号未配对、量词前缺少内容，或末尾是反斜杠。`,
  destination: '目标主题',
  destinationHelp: '$1 为表达式的第一个分组；${clientid} 和 ${username} 为客户端信息。',
  destinationWildcard: '只有用于订阅的规则才能在目标主题中使用 + 或 #。',
  add: '添加规则',
  addTitle: '添加重写规则',
  editTitle: '编辑重写规则',
  added: '规则已添加',
  saved: '规则已保存',
  removed: '规则已删除',
  removeBody: (name: string) => `${name} 下的主题将不再按此规则重写。`,
  impact: '对此后的消息和订阅生效。已有订阅保持原主题；客户端用旧名称取消订阅时将找不到它们。',
  emptyTitle: '暂无规则',
  emptyText: '规则可将消息或订阅的主题改为与客户端指定的不同的主题。',
}
