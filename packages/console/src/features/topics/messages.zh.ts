export const zh = {
  title: '主题',
  label: '主题列表',
  summary: '当前被订阅的主题过滤器及其所在节点',
  topic: '主题过滤器',
  node: '节点',
  subscribers: '订阅者',
  show: '查看',
  showOf: (topic: string) => `查看 ${topic} 的订阅者`,
  emptyTitle: '暂无主题',
  emptyText: '只有被订阅时主题才存在，仅发布消息不会产生主题。',
  noneMatch: '没有匹配的主题',
  noneMatchText: '主题按原样精确匹配（含通配符）。按节点筛选时不列出共享订阅。',
}
