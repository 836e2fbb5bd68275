import { ssoBackends } from '@brokerdeck/contract/system/sso.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { forgetLastSearches, keepLastSearch } from '#kit/page/last-search.ts'
import { mqttTabs, paths } from '#lib/paths.ts'
import { parseSearchParams, printSearchParams } from '#lib/search-params.ts'
import { NotFoundPage } from './error-pages/not-found-page.tsx'
import { RouteErrorPage } from './error-pages/route-error-page.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell })

function to(path: string, target: string) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to: target, replace: true })
    },
  })
}

/** A page is loaded when its path is opened. */
function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  /** Where the last part is one of a few words, any other is no page. */
  known?: readonly string[],
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, name),
    beforeLoad: ({ params }) => {
      const words: readonly unknown[] = Object.values(params)
      if (known !== undefined && !words.some((word) => known.some((one) => one === word))) throw notFound()
    },
  })
}

const routeTree = root.addChildren([
  to('/', '/dashboard'),
  to('/dashboard', paths.overview()),
  to('/subscriptions', paths.subscriptions()),
  to('/mqtt', paths.mqtt()),
  page(
    '/dashboard/overview',
    () => import('#features/monitoring/overview/overview-page.tsx'),
    'OverviewPage',
  ),
  page('/dashboard/nodes', () => import('#features/monitoring/nodes/nodes-page.tsx'), 'NodesPage'),
  page('/dashboard/nodes/$node', () => import('#features/monitoring/nodes/node-page.tsx'), 'NodePage'),
  page('/dashboard/metrics', () => import('#features/monitoring/metrics/metrics-page.tsx'), 'MetricsPage'),
  page('/cluster', () => import('#features/system/cluster/cluster-page.tsx'), 'ClusterPage'),
  page('/backup', () => import('#features/system/backup/backup-page.tsx'), 'BackupPage'),
  page(
    '/monitoring/integration',
    () => import('#features/settings/monitoring-integration/monitoring-page.tsx'),
    'MonitoringPage',
  ),
  page('/cluster/health', () => import('#features/monitoring/overview/health/health-page.tsx'), 'HealthPage'),
  page('/clients', () => import('#features/traffic/clients/clients-page.tsx'), 'ClientsPage'),
  page('/clients/detail/$clientId', () => import('#features/traffic/client/client-page.tsx'), 'ClientPage'),
  page(
    '/subscriptions/subscription',
    () => import('#features/traffic/subscriptions/subscriptions-page.tsx'),
    'SubscriptionsPage',
  ),
  page('/subscriptions/topics', () => import('#features/traffic/topics/topics-page.tsx'), 'TopicsPage'),
  page(
    '/topics-explorer',
    () => import('#features/diagnose/topic-explorer/topic-explorer-page.tsx'),
    'TopicExplorerPage',
  ),
  page('/retained', () => import('#features/traffic/retained/retained-page.tsx'), 'RetainedPage'),
  page('/delayed-pub', () => import('#features/traffic/delayed-publish/delayed-page.tsx'), 'DelayedPage'),
  page(
    '/delayed-pub-configuration',
    () => import('#features/traffic/delayed-publish/delayed-settings-page.tsx'),
    'DelayedSettingsPage',
  ),
  page('/websocket', () => import('#features/diagnose/test-client/test-client-page.tsx'), 'TestClientPage'),
  page('/log-trace', () => import('#features/diagnose/trace/traces-page.tsx'), 'TracesPage'),
  page('/log-trace/detail/$name', () => import('#features/diagnose/trace/trace-page.tsx'), 'TracePage'),
  page(
    '/topic-metrics',
    () => import('#features/diagnose/topic-metrics/topic-metrics-page.tsx'),
    'TopicMetricsPage',
  ),
  page(
    '/slow-sub',
    () => import('#features/diagnose/slow-subscriptions/slow-subscriptions-page.tsx'),
    'SlowSubscriptionsPage',
  ),
  page(
    '/slow-sub/config',
    () => import('#features/diagnose/slow-subscriptions/slow-subs-settings-page.tsx'),
    'SlowSubsSettingsPage',
  ),
  page(
    '/authentication',
    () => import('#features/access/authentication/authentication-page.tsx'),
    'AuthenticationPage',
  ),
  page(
    '/authentication/create',
    () => import('#features/access/authentication/create/create-authenticator-page.tsx'),
    'CreateAuthenticatorPage',
  ),
  page(
    '/authentication/detail/$id',
    () => import('#features/access/authentication/authenticator-page.tsx'),
    'AuthenticatorPage',
  ),
  page(
    '/authorization',
    () => import('#features/access/authorization/authorization-page.tsx'),
    'AuthorizationPage',
  ),
  page(
    '/authorization/create',
    () => import('#features/access/authorization/create/create-source-page.tsx'),
    'CreateSourcePage',
  ),
  page('/authorization/why', () => import('#features/access/why/why-page.tsx'), 'WhyPage'),
  page(
    '/authorization/detail/$type',
    () => import('#features/access/authorization/source-page.tsx'),
    'SourcePage',
  ),
  page('/users', () => import('#features/system/users/users-page.tsx'), 'UsersPage'),
  page('/listener', () => import('#features/settings/listeners/listeners-page.tsx'), 'ListenersPage'),
  page(
    '/listener/create',
    () => import('#features/settings/listeners/create-listener-page.tsx'),
    'CreateListenerPage',
  ),
  page('/listener/$id', () => import('#features/settings/listeners/listener-page.tsx'), 'ListenerPage'),
  page(
    '/mqtt/$tab',
    () => import('#features/settings/mqtt-settings/mqtt-settings-page.tsx'),
    'MqttSettingsPage',
    mqttTabs,
  ),
  page(
    '/configs/dashboard',
    () => import('#features/system/dashboard-settings/dashboard-settings-page.tsx'),
    'DashboardSettingsPage',
  ),
  page(
    '/topic-rewrite',
    () => import('#features/settings/topic-rewrite/topic-rewrite-page.tsx'),
    'TopicRewritePage',
  ),
  page(
    '/auto-sub',
    () => import('#features/settings/auto-subscribe/auto-subscribe-page.tsx'),
    'AutoSubscribePage',
  ),
  page('/limiter', () => import('#features/settings/limiter/limiter-page.tsx'), 'LimiterPage'),
  page('/banned-clients', () => import('#features/access/banned/banned-page.tsx'), 'BannedPage'),
  page(
    '/flapping-detect',
    () => import('#features/access/flapping-detect/flapping-detect-page.tsx'),
    'FlappingDetectPage',
  ),
  page('/log', () => import('#features/settings/log-settings/log-page.tsx'), 'LogPage'),
  page('/monitoring/alarms', () => import('#features/monitoring/alarms/alarms-page.tsx'), 'AlarmsPage'),
  page(
    '/monitoring/alarm-settings',
    () => import('#features/settings/alarm-settings/alarm-settings-page.tsx'),
    'AlarmSettingsPage',
  ),
  page(
    '/configuration',
    () => import('#features/system/configuration/configuration-page.tsx'),
    'ConfigurationPage',
  ),
  page('/api-key', () => import('#features/system/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  page('/audit-log', () => import('#features/system/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  page('/sso', () => import('#features/system/sso/sso-page.tsx'), 'SsoPage'),
  page(
    '/sso/$backend',
    () => import('#features/system/sso/sso-backend-page.tsx'),
    'SsoBackendPage',
    ssoBackends,
  ),
  page('/license', () => import('#features/system/license/license-page.tsx'), 'LicensePage'),
])

/** The route table; pages are loaded when they are opened. */
export function createAppRouter(history: RouterHistory, basePath: string) {
  forgetLastSearches()
  const router = createRouter({
    routeTree,
    history,
    basepath: basePath,
    parseSearch: parseSearchParams,
    stringifySearch: printSearchParams,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: RouteErrorPage,
    scrollRestoration: true,
  })
  router.subscribe('onResolved', ({ toLocation: { pathname, search } }) => keepLastSearch(pathname, search))
  return router
}
