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

/** The login is an entry of its own, and what is only a part of pages is loaded with them. */
const files = import.meta.glob<Readonly<Record<string, ComponentType>>>([
  '../features/**/*-page.tsx',
  '!../features/system/login/**',
])

/** A page is loaded when its path is opened; its file is named after what it exports. */
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
    // On a line where the code of the first page takes long, its frame is there after a second; a later one waits behind the old.
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
