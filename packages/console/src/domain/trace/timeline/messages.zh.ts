export const zh = {
  unknownClient: '无客户端',
  storyOf: (client: string, time: string) => `${client}，自 ${time} 起`,
  onNode: (node: string) => `节点 ${node}`,
  steps: (_count: number, formatted: string) => `${formatted} 步`,
  earlier: (formatted: string) => `显示更早的 ${formatted} 步`,
  timeline: '时间线（可滚动）',
  toEnd: '跳到最新',
  why: '为什么？',
}
