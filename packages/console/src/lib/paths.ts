/** Every place of the application that can be linked to. Identifiers are encoded: a client id may hold `/`, `#`, `%`. */
export const paths = {
  login: () => '/login',
  overview: () => '/dashboard/overview',
  nodes: () => '/dashboard/nodes',
  node: (name: string) => `/dashboard/nodes/${encodeURIComponent(name)}`,
  metrics: () => '/dashboard/metrics',
  clients: () => '/clients',
  client: (clientId: string) => `/clients/detail/${encodeURIComponent(clientId)}`,
  subscriptions: () => '/subscriptions/subscription',
  topics: () => '/subscriptions/topics',
} as const
