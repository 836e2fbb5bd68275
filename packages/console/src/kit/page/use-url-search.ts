import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import * as v from 'valibot'

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

type SearchSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>

type Change<Search> = { readonly [K in keyof Search]?: Search[K] | undefined }

/**
 * What a link to this page restores, parsed by a schema whose fields fall back instead of failing, and how to change
 * it. `undefined` takes a parameter out of the link: give it for defaults.
 */
export function useUrlSearch<Schema extends SearchSchema>(
  schema: Schema,
): readonly [v.InferOutput<Schema>, (change: Change<v.InferOutput<Schema>>) => void] {
  const search = useLatestSearch()
  const navigate = useNavigate()
  const change = (changed: Change<v.InferOutput<Schema>>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    })
  return [v.parse(schema, search), change]
}
