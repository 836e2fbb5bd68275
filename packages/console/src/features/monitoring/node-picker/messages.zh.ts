export const zh = {
  scope: '集群或节点',
  cluster: '集群',
  stopped: (node: string) => `${node}（已停止）`,
  unknown: (node: string) => `${node}（不在集群中）`,
}
