import { durableStorage, type Site } from '@brokerdeck/contract/system/durable-storage.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { visibleText } from '#lib/visible-text.ts'

/** Each node is one. Who lists more than any cluster has is asked about the first ones only. */
export const mostSites = 100

export interface KnownSite {
  readonly id: string
  /** Undefined until it has been read. */
  readonly site: Site | undefined
}

/** Its node, as far as that is known. */
export const formatSiteName = ({ id, site }: KnownSite) => visibleText(site?.node ?? id, 80)

/** All sites, each with what it says of itself. */
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
