import { useRouterState, useSearch } from '@tanstack/react-router'

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
