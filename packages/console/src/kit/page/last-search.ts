type Search = Readonly<Record<string, unknown>>

const views = new Map<string, Search>()

/** How a list was filtered, sorted and paged when it was last seen, by its path. */
export function lastSearchOf(path: string): Search {
  return views.get(path) ?? {}
}

export function keepLastSearch(path: string, search: Search): void {
  views.set(path, search)
}

/** Another operator has seen nothing yet. */
export function forgetLastSearches(): void {
  views.clear()
}
