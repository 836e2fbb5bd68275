import { Link as RouterLink, useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { type ComponentProps, useCallback } from 'react'
import * as v from 'valibot'
import type { ListView } from '#routes/route.ts'
import type { Address, ParamsOf, RouteName, SearchOf } from '#routes/routes.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  readonly target?: '_blank'
  readonly to: Address
}

/** Links to a page of the console. */
export function Link({ to: { to, search }, ...anchor }: LinkProps) {
  return <RouterLink {...anchor} to={to} search={search} />
}

interface Manner {
  /** True if the page that is left is not kept in the history. */
  readonly replace?: boolean
  readonly resetScroll?: boolean
}

/** Returns a function that opens a page of the console. */
export function useGo() {
  const navigate = useNavigate()
  return useCallback(
    ({ to, search }: Address, manner: Manner = {}) => navigate({ to, search, ...manner }),
    [navigate],
  )
}

type Search = Readonly<Record<string, unknown>>

/**
 * Returns the search parameters of the URL. A page receives them only once all its data are loaded, which is too late
 * for a user who goes on typing or clicks again: as long as the page stays the same, they are read from the URL
 * itself.
 */
export function useLatestSearch(): Search {
  const told: Search = useSearch({ strict: false })
  const latest = useRouterState({
    select: ({ location, resolvedLocation }): Search | undefined =>
      location.pathname === resolvedLocation?.pathname ? location.search : undefined,
  })
  return latest ?? told
}

/** The parameters that the parts of the kit keep in the URL of any page. */
interface SharedSearch extends ListView<string> {
  readonly tab?: string
}

type DeclaredSearch<Name extends RouteName | '*'> = Name extends RouteName ? SearchOf<Name> : SharedSearch

/** A schema must read exactly the parameters that the page declares. */
type Reads<Declared, Output> = {
  readonly [K in keyof Output]: K extends keyof Declared
    ? Exclude<Declared[K], undefined> extends Output[K]
      ? Declared[K] | undefined
      : never
    : never
}

/** A change of parameters; `undefined` removes a parameter from the URL. */
type Change<Declared> = { readonly [K in keyof Declared]?: Declared[K] | undefined }

/**
 * Returns the state that a link to this page restores, parsed by a schema whose fields fall back instead of failing,
 * and a function that changes it. `undefined` removes a parameter from the link: use it for defaults. `name`: the
 * page, as it is declared; `*` for a part that is used on many pages.
 */
export function useUrlSearch<
  const Name extends RouteName | '*',
  Output extends Reads<DeclaredSearch<Name>, Output>,
>(
  _name: Name,
  schema: v.GenericSchema<Search, Output>,
): readonly [Output, (change: Change<DeclaredSearch<Name>>) => void] {
  const search = useLatestSearch()
  const navigate = useNavigate()
  const change = (changed: Change<DeclaredSearch<Name>>) =>
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    })
  return [v.parse(schema, search), change]
}

/** Returns the parameters in the path of this page. `name`: the page, as it is declared. */
export function usePageParams<const Name extends RouteName>(name: Name): ParamsOf<Name>
export function usePageParams(): Readonly<Record<string, string>> {
  return useParams({ strict: false })
}

const views = new Map<string, Search>()

/** Returns the address of a list with its last filter, order and page, if these belong to the tab in the address. */
export function asLeft(list: Address): Address {
  const last = views.get(list.to) ?? {}
  const { tab } = list.search
  return tab === undefined || last['tab'] === tab ? { ...list, search: last } : list
}

export function keepLastSearch(path: string, search: Search): void {
  views.set(path, search)
}

/** Forgets the views, because another operator has not seen any list yet. */
export function forgetLastSearches(): void {
  views.clear()
}
