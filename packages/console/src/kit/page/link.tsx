import { Link as RouterLink, useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { type ComponentProps, useCallback } from 'react'
import * as v from 'valibot'
import type { ListView } from '#routes/route.ts'
import type { Address, ParamsOf, RouteName, SearchOf } from '#routes/routes.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  readonly target?: '_blank'
  readonly to: Address
}

/** Leads to a page of the console. */
export function Link({ to: { to, search }, ...anchor }: LinkProps) {
  return <RouterLink {...anchor} to={to} search={search} />
}

interface Manner {
  /** The way back leads past the page that is left. */
  readonly replace?: boolean
  readonly resetScroll?: boolean
}

/** Opens a page of the console. */
export function useGo() {
  const navigate = useNavigate()
  return useCallback(
    ({ to, search }: Address, manner: Manner = {}) => navigate({ to, search, ...manner }),
    [navigate],
  )
}

type Search = Readonly<Record<string, unknown>>

/**
 * What the address says. A page is told of it only once everything for it is there, which is too late for who goes on
 * typing or clicks again: as long as the page stays the same, the address itself is asked.
 */
export function useLatestSearch(): Search {
  const told: Search = useSearch({ strict: false })
  const latest = useRouterState({
    select: ({ location, resolvedLocation }): Search | undefined =>
      location.pathname === resolvedLocation?.pathname ? location.search : undefined,
  })
  return latest ?? told
}

/** What the machines of the kit keep in the address of whatever page they are on. */
interface SharedSearch extends ListView<string> {
  readonly tab?: string
}

type DeclaredSearch<Name extends RouteName | '*'> = Name extends RouteName ? SearchOf<Name> : SharedSearch

/** A schema reads what is declared of the page, nothing else and nothing less. */
type Reads<Declared, Output> = {
  readonly [K in keyof Output]: K extends keyof Declared
    ? Exclude<Declared[K], undefined> extends Output[K]
      ? Declared[K] | undefined
      : never
    : never
}

/** `undefined` takes it out of the address. */
type Change<Declared> = { readonly [K in keyof Declared]?: Declared[K] | undefined }

/**
 * What a link to this page restores, parsed by a schema whose fields fall back instead of failing, and how to change
 * it. `undefined` takes a parameter out of the link: give it for defaults. `name`: the page, as it is declared; `*` for
 * a machine that is on many.
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

/** What the path of this page names. `name`: the page, as it is declared. */
export function usePageParams<const Name extends RouteName>(name: Name): ParamsOf<Name>
export function usePageParams(): Readonly<Record<string, string>> {
  return useParams({ strict: false })
}

const views = new Map<string, Search>()

/** A list as it was filtered, sorted and paged when it was last seen, if that was on the tab which the address names. */
export function asLeft(list: Address): Address {
  const last = views.get(list.to) ?? {}
  const { tab } = list.search
  return tab === undefined || last['tab'] === tab ? { ...list, search: last } : list
}

export function keepLastSearch(path: string, search: Search): void {
  views.set(path, search)
}

/** Another operator has seen nothing yet. */
export function forgetLastSearches(): void {
  views.clear()
}
