import type { Contract } from '@brokerdeck/contract/contract.ts'
import { access } from './access-routes.ts'
import { dataHub } from './data-hub-routes.ts'
import { diagnose } from './diagnose-routes.ts'
import { extensions } from './extensions-routes.ts'
import { integration } from './integration-routes.ts'
import { monitoring } from './monitoring-routes.ts'
import type { InnerDeclaration, MenuDeclaration } from './route.ts'
import { settings } from './settings-routes.ts'
import { system } from './system-routes.ts'
import { traffic } from './traffic-routes.ts'

/** What is read from a broker, as the contract calls it: `clients.list`. */
export type ReadName = {
  [R in keyof Contract & string]: {
    [E in keyof Contract[R] & string]: Contract[R][E] extends { readonly method: 'GET' } ? `${R}.${E}` : never
  }[keyof Contract[R] & string]
}[keyof Contract & string]

/** The areas of the menu, in its order: the first three operate the cluster, the others configure it. */
export const areas = {
  monitoring,
  traffic,
  diagnose,
  access,
  integration,
  dataHub,
  extensions,
  settings,
  system,
} as const
export type AreaName = keyof typeof areas

/** Every page but the login: nothing else lists them. */
export const routes = {
  ...monitoring.routes,
  ...traffic.routes,
  ...diagnose.routes,
  ...access.routes,
  ...integration.routes,
  ...dataHub.routes,
  ...extensions.routes,
  ...settings.routes,
  ...system.routes,
} as const satisfies Readonly<Record<string, { readonly asks: readonly ReadName[] }>>
export type RouteName = keyof typeof routes

/** Addresses that only lead on. */
export const redirects = {
  '/': '/dashboard',
  '/dashboard': '/dashboard/overview',
  '/subscriptions': '/subscriptions/subscription',
  '/mqtt': '/mqtt/general',
  '/rule': '/rule/rules',
} as const

/** What the login and the frame around every page read. */
export const frameAsks: readonly ReadName[] = [
  'sso.running',
  'nodes.list',
  'monitor.current',
  'cluster.get',
  'alarms.list',
]

/** The same, for who goes through all of them. */
export function allRoutes(): readonly (readonly [string, MenuDeclaration | InnerDeclaration])[] {
  return Object.entries(routes)
}

/** The page at an address: of two that fit, the one that says more of it. */
export function routeAt(pathname: string): readonly [string, MenuDeclaration | InnerDeclaration] | undefined {
  const given = pathname.split('/')
  const fits = (path: string) => {
    const parts = path.split('/')
    return parts.length === given.length && parts.every((one, at) => one.startsWith('$') || one === given[at])
  }
  const [first] = allRoutes()
    .filter(([, { path }]) => fits(path))
    .toSorted(([, one], [, other]) => one.path.split('$').length - other.path.split('$').length)
  return first
}

/** The path with its parameters in their places, encoded: an ID of the broker's may hold `/`, `#`, `%`. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`$${name}`, () => encodeURIComponent(value)),
    path,
  )
}
