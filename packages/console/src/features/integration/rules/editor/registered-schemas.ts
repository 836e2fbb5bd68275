import { schemaRegistry } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import type { QueryClient } from '@tanstack/react-query'
import { unreadableRowsIn } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'

/** Milliseconds. All that is wrong with a statement waits for the schemas. */
const patience = 5_000

const list = read(schemaRegistry.list, {}, { timeoutMs: patience })

/** The names of all schemas, asked for once; undefined where the broker does not say them, or not all. */
export async function readRegisteredSchemas(client: QueryClient): Promise<ReadonlySet<string> | undefined> {
  // Community has no registry, and who was refused once is not asked at every key.
  const isEnterprise = editionNumber(currentSession()?.edition ?? '') === 1
  if (!isEnterprise || client.getQueryState(list.queryKey)?.status === 'error') return undefined
  try {
    const known = await client.fetchQuery({ ...list, staleTime: Number.POSITIVE_INFINITY, retry: false })
    return unreadableRowsIn(known) === undefined ? new Set(known.map(({ name }) => name)) : undefined
  } catch {
    return undefined
  }
}
