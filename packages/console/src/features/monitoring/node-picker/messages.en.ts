export const en = {
  scope: 'Cluster or node',
  cluster: 'Cluster',
  stopped: (node: string) => `${node} (stopped)`,
  unknown: (node: string) => `${node} (not in the cluster)`,
}
