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
import { NotFoundPage } from '#app/error-pages/not-found-page.tsx'
import { RouteErrorPage } from '#app/error-pages/route-error-page.tsx'
import { Shell } from '#app/shell/shell.tsx'
import { forgetLastSearches, keepLastSearch } from '#kit/page/link.tsx'
import { parseSearchParams, printSearchParams } from '#lib/search-params.ts'
import type { RouteDeclaration } from '#routes/route.ts'
import { allRoutes, redirects } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'

const root = createRootRoute({ component: Shell })

/** The login is an entry of its own, and files that are only parts of pages are loaded with those pages. */
const files = import.meta.glob<Readonly<Record<string, ComponentType>>>([
  '../features/**/*-page.tsx',
  '!../features/system/login/**',
])

/** Declares the route of a page, which is loaded when its path is opened; its file is named after its export. */
function page({ path, page: file, params: known = {} }: RouteDeclaration) {
  const load = files[`../features/${file}.tsx`]
  if (load === undefined) throw new Error(`There is no page ${file}`)
  const name = (file.split('/').at(-1) ?? '').replace(/(?:^|-)(.)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, name),
    beforeLoad: ({ params }) => {
      const given: Readonly<Record<string, unknown>> = params
      for (const [parameter, words] of Object.entries(known))
        if (!words.some((word) => word === given[parameter])) throw notFound()
    },
  })
}

function leadOn([path, to]: readonly [string, string]) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  })
}

const routeTree = root.addChildren([
  ...Object.entries(redirects).map(leadOn),
  ...allRoutes().map(([, declared]) => page(declared)),
])

function PagePending() {
  return (
    <div aria-busy="true">
      <Skeleton height={240} />
    </div>
  )
}

/** Creates the router; pages are loaded when they are opened. */
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
    // On a slow connection the frame of the first page appears after a second; for later pages the previous page
    // stays.
    defaultPendingComponent: PagePending,
    defaultPendingMinMs: 0,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: RouteErrorPage,
    scrollRestoration: true,
  })
  router.subscribe('onResolved', ({ toLocation: { pathname, search } }) => {
    router.options.defaultPendingMs = Number.POSITIVE_INFINITY
    keepLastSearch(pathname, search)
  })
  return router
}
