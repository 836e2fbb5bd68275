import type { ConfigRoot } from './config-root.ts'
import { authenticationRoot } from './roots/authentication-root.ts'
import { authorizationRoot } from './roots/authorization-root.ts'
import { brokerRoot, limiterRoot, sysTopicsRoot } from './roots/broker-roots.ts'
import { dashboardRoot } from './roots/dashboard-root.ts'
import { delayedRoot } from './roots/delayed-root.ts'
import { logRoot } from './roots/log-root.ts'
import { mqttRoot } from './roots/mqtt-root.ts'
import { prometheusRoot } from './roots/prometheus-root.ts'
import { retainerRoot } from './roots/retainer-root.ts'
import { slowSubsRoot } from './roots/slow-subs-root.ts'
import { alarmRoot, sysmonRoot } from './roots/sysmon-root.ts'
import { autoSubscribeRoot, rewriteRoot, topicMetricsRoot } from './roots/topic-roots.ts'
import {
  durableSessionsRoot,
  flappingDetectRoot,
  forceGcRoot,
  forceShutdownRoot,
} from './roots/zone-roots.ts'

/** All roots of a cluster's configuration. */
export const configRoots: readonly ConfigRoot[] = [
  alarmRoot,
  authenticationRoot,
  authorizationRoot,
  autoSubscribeRoot,
  brokerRoot,
  dashboardRoot,
  delayedRoot,
  durableSessionsRoot,
  flappingDetectRoot,
  forceGcRoot,
  forceShutdownRoot,
  limiterRoot,
  logRoot,
  mqttRoot,
  prometheusRoot,
  retainerRoot,
  rewriteRoot,
  slowSubsRoot,
  sysTopicsRoot,
  sysmonRoot,
  topicMetricsRoot,
]
