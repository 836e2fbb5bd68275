import { schemaRegistry } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import type { QueryClient } from '@tanstack/react-query'
import { unreadableRowsIn } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'

/** The timeout in milliseconds. All diagnostics of a statement wait for the schemas. */
const patience = 5_000

const list = read(schemaRegistry.list, {}, { timeoutMs: patience })

/** Returns the names of all schemas, requested once; undefined if the broker does not list them, or not all of them. */
export async function readRegisteredSchemas(client: QueryClient): Promise<ReadonlySet<string> | undefined> {
  // The community edition has no registry, and a request that was rejected once is not repeated at every keystroke.
  const isEnterprise = editionNumber(currentSession()?.edition ?? '') === 1
  if (!isEnterprise || client.getQueryState(list.queryKey)?.status === 'error') return undefined
  try {
    const known = await client.fetchQuery({ ...list, staleTime: Number.POSITIVE_INFINITY, retry: false })
    return unreadableRowsIn(known) === undefined ? new Set(known.map(({ name }) => name)) : undefined
  } catch {
    return undefined
  }
}
