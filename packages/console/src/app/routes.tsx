import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
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

const routeTree = root.addChildren([
  to('/', '/dashboard'),
  to('/dashboard', paths.overview()),
  to('/subscriptions', paths.subscriptions()),
  to('/mqtt', paths.mqtt()),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard/overview',
    component: lazyRouteComponent(() => import('#features/overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard/nodes',
    component: lazyRouteComponent(() => import('#features/nodes/nodes-page.tsx'), 'NodesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard/nodes/$node',
    component: lazyRouteComponent(() => import('#features/nodes/node-page.tsx'), 'NodePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard/metrics',
    component: lazyRouteComponent(() => import('#features/metrics/metrics-page.tsx'), 'MetricsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cluster',
    component: lazyRouteComponent(() => import('#features/cluster/cluster-page.tsx'), 'ClusterPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/backup',
    component: lazyRouteComponent(() => import('#features/backup/backup-page.tsx'), 'BackupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/monitoring/integration',
    component: lazyRouteComponent(() => import('#features/monitoring/monitoring-page.tsx'), 'MonitoringPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cluster/health',
    component: lazyRouteComponent(() => import('#features/health/health-page.tsx'), 'HealthPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/clients',
    component: lazyRouteComponent(() => import('#features/clients/clients-page.tsx'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/clients/detail/$clientId',
    component: lazyRouteComponent(() => import('#features/client/client-page.tsx'), 'ClientPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/subscriptions/subscription',
    component: lazyRouteComponent(
      () => import('#features/subscriptions/subscriptions-page.tsx'),
      'SubscriptionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/subscriptions/topics',
    component: lazyRouteComponent(() => import('#features/topics/topics-page.tsx'), 'TopicsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/retained',
    component: lazyRouteComponent(() => import('#features/retained/retained-page.tsx'), 'RetainedPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/delayed-pub',
    component: lazyRouteComponent(() => import('#features/delayed-publish/delayed-page.tsx'), 'DelayedPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/delayed-pub-configuration',
    component: lazyRouteComponent(
      () => import('#features/delayed-publish/delayed-settings-page.tsx'),
      'DelayedSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    component: lazyRouteComponent(() => import('#features/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/listener',
    component: lazyRouteComponent(() => import('#features/listeners/listeners-page.tsx'), 'ListenersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/listener/create',
    component: lazyRouteComponent(
      () => import('#features/listeners/create-listener-page.tsx'),
      'CreateListenerPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/listener/$id',
    component: lazyRouteComponent(() => import('#features/listeners/listener-page.tsx'), 'ListenerPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/mqtt/$tab',
    component: lazyRouteComponent(
      () => import('#features/mqtt-settings/mqtt-settings-page.tsx'),
      'MqttSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/topic-rewrite',
    component: lazyRouteComponent(
      () => import('#features/topic-rewrite/topic-rewrite-page.tsx'),
      'TopicRewritePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auto-sub',
    component: lazyRouteComponent(
      () => import('#features/auto-subscribe/auto-subscribe-page.tsx'),
      'AutoSubscribePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/limiter',
    component: lazyRouteComponent(() => import('#features/limiter/limiter-page.tsx'), 'LimiterPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/banned-clients',
    component: lazyRouteComponent(() => import('#features/banned/banned-page.tsx'), 'BannedPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/flapping-detect',
    component: lazyRouteComponent(
      () => import('#features/flapping-detect/flapping-detect-page.tsx'),
      'FlappingDetectPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/log',
    component: lazyRouteComponent(() => import('#features/log-settings/log-page.tsx'), 'LogPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/monitoring/alarms',
    component: lazyRouteComponent(() => import('#features/alarms/alarms-page.tsx'), 'AlarmsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/monitoring/alarm-settings',
    component: lazyRouteComponent(
      () => import('#features/alarm-settings/alarm-settings-page.tsx'),
      'AlarmSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/configuration',
    component: lazyRouteComponent(
      () => import('#features/configuration/configuration-page.tsx'),
      'ConfigurationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/api-key',
    component: lazyRouteComponent(() => import('#features/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit-log',
    component: lazyRouteComponent(() => import('#features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sso',
    component: lazyRouteComponent(() => import('#features/sso/sso-page.tsx'), 'SsoPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sso/$backend',
    component: lazyRouteComponent(() => import('#features/sso/sso-backend-page.tsx'), 'SsoBackendPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/license',
    component: lazyRouteComponent(() => import('#features/license/license-page.tsx'), 'LicensePage'),
  }),
])

/** The route table; pages are loaded when they are opened. */
export function createAppRouter(history: RouterHistory, basePath: string) {
  return createRouter({
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
}
