import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { request } from '#api/http.ts'
import type { FilterValues } from '#kit/table/filters/filter.ts'
import { chooseRoute, clientQuery } from './client-query.ts'

const batchSize = 1000

/** Everything that matches, in batches, for an export or before an action on all of it. */
export async function* allClients(
  values: FilterValues,
  signal: AbortSignal,
): AsyncGenerator<readonly ClientRow[]> {
  const given = clientQuery(values)
  if (chooseRoute(values, true) === 'paged') {
    for (let page = 1; ; page += 1) {
      const node = values['node'] === undefined ? {} : { node: values['node'] }
      const query = { page, limit: batchSize, ...given, ...node }
      const { data } = await request(clients.list, { query }, { signal })
      if (data.length === 0) return
      yield data
      if (data.length < batchSize) return
    }
  }
  for (let cursor: string | undefined; ; ) {
    const query = { limit: batchSize, ...given, ...(cursor === undefined ? {} : { cursor }) }
    const { data, meta } = await request(clients.listByCursor, { query }, { signal })
    if (data.length > 0) yield data
    if (meta.cursor === undefined) return
    cursor = meta.cursor
  }
}
