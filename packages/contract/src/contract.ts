import { alarms } from './alarms.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { authentication } from './authentication.ts'
import { authorization } from './authorization.ts'
import { authorizationRules } from './authorization-rules.ts'
import { autoSubscribe } from './auto-subscribe.ts'
import { backups } from './backups.ts'
import { banned } from './banned.ts'
import { clients } from './clients.ts'
import { cluster } from './cluster.ts'
import { configs } from './configs.ts'
import { connectors } from './connectors.ts'
import { delayed } from './delayed.ts'
import type { Resource } from './endpoint.ts'
import { license } from './license.ts'
import { listeners } from './listeners.ts'
import { login } from './login.ts'
import { metrics } from './metrics.ts'
import { monitor } from './monitor.ts'
import { nodes } from './nodes.ts'
import { opentelemetry } from './opentelemetry.ts'
import { prometheus } from './prometheus.ts'
import { publish } from './publish.ts'
import { retainer } from './retainer.ts'
import { schemaFigures } from './schema-figures.ts'
import { schemas } from './schemas.ts'
import { slowSubscriptions } from './slow-subscriptions.ts'
import { sso } from './sso.ts'
import { stats } from './stats.ts'
import { status } from './status.ts'
import { subscriptions } from './subscriptions.ts'
import { topicMetrics } from './topic-metrics.ts'
import { topicRewrite } from './topic-rewrite.ts'
import { topics } from './topics.ts'
import { trace } from './trace.ts'
import { users } from './users.ts'

/** Everything that is asked of a broker, by resource. */
export const contract = {
  login,
  users,
  apiKeys,
  audit,
  license,
  sso,
  nodes,
  stats,
  metrics,
  monitor,
  cluster,
  clients,
  subscriptions,
  topics,
  listeners,
  publish,
  alarms,
  banned,
  backups,
  retainer,
  delayed,
  autoSubscribe,
  topicRewrite,
  topicMetrics,
  slowSubscriptions,
  status,
  authentication,
  authorization,
  authorizationRules,
  connectors,
  configs,
  schemas,
  prometheus,
  schemaFigures,
  opentelemetry,
  trace,
} as const satisfies Readonly<Record<string, Resource>>

export type Contract = typeof contract
