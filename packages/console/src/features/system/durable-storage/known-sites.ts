import { durableStorage, type Site } from '@brokerdeck/contract/system/durable-storage.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { visibleText } from '#lib/visible-text.ts'

/** The maximum number of sites for which details are requested. Each node is a site; no real cluster has more nodes. */
export const mostSites = 100

export interface KnownSite {
  readonly id: string
  /** Undefined until the site has been read. */
  readonly site: Site | undefined
}

/** Returns the name of the site's node if it is known, else the ID of the site. */
export const formatSiteName = ({ id, site }: KnownSite) => visibleText(site?.node ?? id, 80)

/** Returns all sites, each with its details. */
export function useSites() {
  const query = useQuery(read(durableStorage.sites, {}, { pollSeconds: 10 }))
  const ids = query.data ?? []
  const each = useQueries({
    queries: ids
      .slice(0, 100)
      .map((site) => read(durableStorage.site, { params: { site } }, { pollSeconds: 10 })),
  })
  return { query, sites: ids.map((id, at): KnownSite => ({ id, site: each[at]?.data })) }
}
