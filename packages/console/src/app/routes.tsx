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
