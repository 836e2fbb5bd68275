type Search = Readonly<Record<string, unknown>>

const views = new Map<string, Search>()

/** How a list was filtered, sorted and paged when it was last seen, by its path. `tab`: where on that page it is. */
export function lastSearchOf(path: string, tab?: string): Search {
  const last = views.get(path) ?? {}
  return tab === undefined || last['tab'] === tab ? last : { tab }
}

export function keepLastSearch(path: string, search: Search): void {
  views.set(path, search)
}

/** Another operator has seen nothing yet. */
export function forgetLastSearches(): void {
  views.clear()
}
