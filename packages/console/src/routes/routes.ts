import { access } from './access-routes.ts'
import { dataHub } from './data-hub-routes.ts'
import { diagnose } from './diagnose-routes.ts'
import { extensions } from './extensions-routes.ts'
import { integration } from './integration-routes.ts'
import { monitoring } from './monitoring-routes.ts'
import type { InnerDeclaration, ListView, MenuDeclaration, ParamNames, ParamsIn } from './route.ts'
import { settings } from './settings-routes.ts'
import { system } from './system-routes.ts'
import { traffic } from './traffic-routes.ts'

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

/** Every page except the login; no other module lists the pages. */
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
} as const
export type RouteName = keyof typeof routes

/** The addresses that only redirect. */
export const redirects = {
  '/': '/dashboard',
  '/dashboard': '/dashboard/overview',
  '/subscriptions': '/subscriptions/subscription',
  '/mqtt': '/mqtt/general',
  '/rule': '/rule/rules',
} as const

/** Returns the routes as a list, for callers that iterate over all of them. */
export function allRoutes(): readonly (readonly [string, MenuDeclaration | InnerDeclaration])[] {
  return Object.entries(routes)
}

let asked: { readonly pathname: string; readonly found: ReturnType<typeof routeAt> } | undefined

/** Returns the page at an address: of two matching pages, the one with fewer parameters. */
export function routeAt(pathname: string): readonly [string, MenuDeclaration | InnerDeclaration] | undefined {
  // The shell asks for the same address on each render.
  if (asked?.pathname === pathname) return asked.found
  const given = pathname.split('/')
  const fits = (path: string) => {
    const parts = path.split('/')
    return parts.length === given.length && parts.every((one, at) => one.startsWith('$') || one === given[at])
  }
  const [found] = allRoutes()
    .filter(([, { path }]) => fits(path))
    .toSorted(([, one], [, other]) => one.path.split('$').length - other.path.split('$').length)
  asked = { pathname, found }
  return found
}

/** Returns the path with its parameters filled in and encoded: an ID of the broker may contain `/`, `#`, `%`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`$${name}`, () => encodeURIComponent(String(value))),
    path,
  )
}

type Declared<Name extends RouteName> = (typeof routes)[Name]

/**
 * The values of the `$name` parameters in the path of a page: any text, or one of the values that the declaration
 * knows.
 */
export type ParamsOf<Name extends RouteName> = ParamsIn<Declared<Name>>

/** The search parameters, behind the `?` of the address, as the page declares them. */
export type SearchOf<Name extends RouteName> = Name extends RouteName
  ? Declared<Name> extends { readonly search: infer Search }
    ? NonNullable<Search>
    : Readonly<Record<never, never>>
  : never

/** The pages with a list in their address. */
export type ListPage = { [Name in RouteName]: 'page' extends keyof SearchOf<Name> ? Name : never }[RouteName]

/** The filters of the list of a page. `*` stands for a component that many pages use. */
export type FilterOf<Name extends RouteName | '*'> = Name extends RouteName
  ? Exclude<keyof SearchOf<Name> & string, keyof ListView | 'tab'>
  : string

/** The columns that sort the list of a page. `*` stands for a component that many pages use. */
export type SortOf<Name extends ListPage | '*'> = Name extends ListPage
  ? SearchOf<Name> extends { readonly sort?: infer Sort }
    ? Exclude<Sort & string, `-${string}`>
    : never
  : string

/** The tabs of a page. */
export type TabOf<Name extends RouteName> = Name extends RouteName
  ? SearchOf<Name> extends { readonly tab?: infer Tab }
    ? Tab & string
    : never
  : never

declare const made: unique symbol

/**
 * The address of a page. Only `linkTo` creates addresses, so each leads to an existing page with the parameters that
 * this page reads.
 */
export interface Address<Name extends RouteName = RouteName> {
  readonly to: string
  readonly search: Readonly<Record<string, unknown>>
  readonly [made]: Name
}

type SearchValues<Search> = { readonly [K in keyof Search]?: Search[K] | undefined }

type SearchGiven<Name extends RouteName> = [keyof SearchOf<Name>] extends [never]
  ? readonly []
  : readonly [search?: SearchValues<SearchOf<Name>>]

type LinkTarget<Name extends RouteName> = [ParamNames<Declared<Name>['path']>] extends [never]
  ? SearchGiven<Name>
  : readonly [params: ParamsOf<Name>, ...SearchGiven<Name>]

function address(
  path: string,
  params: Readonly<Record<string, unknown>>,
  search: Readonly<Record<string, unknown>>,
): Address
function address(
  path: string,
  params: Readonly<Record<string, unknown>>,
  search: Readonly<Record<string, unknown>>,
): Omit<Address, typeof made> {
  return { to: fillPath(path, params), search }
}

/**
 * Returns the address of a page, by its name in the declarations: `linkTo('client', { clientId }, { messages: 'queue'
 * })`.
 */
export function linkTo<const Name extends RouteName>(name: Name, ...given: LinkTarget<Name>): Address<Name>
export function linkTo(name: RouteName, ...given: readonly Readonly<Record<string, unknown>>[]): Address {
  const { path } = routes[name]
  const [params = {}, search = {}] = path.includes('$') ? given : [{}, ...given]
  return address(path, params, search)
}

/**
 * Returns the address of a rule. A rule may have the name of the page that creates rules: a tab in the address tells
 * them apart.
 */
export function ruleAddress(id: string, tab?: SearchOf<'rule'>['tab']): Address<'rule'> {
  return linkTo('rule', { id }, { tab: tab ?? (id === 'create' ? 'statistics' : undefined) })
}

/** Returns the address that a menu entry leads to. */
export function entryAddress({ path, opens = {} }: Pick<MenuDeclaration, 'path' | 'opens'>): Address {
  return address(path, opens, {})
}
