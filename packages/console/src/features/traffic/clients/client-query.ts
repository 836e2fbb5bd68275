import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { connStates } from '@brokerdeck/contract/traffic/clients.ts'
import type { FilterValues } from '#kit/table/filters/filter.ts'

/**
 * The request for a list of clients. `by-id`: one exact client ID and no other filter, which costs the broker almost
 * nothing. `paged`: only `GET /clients` supports `node`. `by-cursor`: all other lists, since it counts no sessions.
 */
export type ClientRoute = 'by-id' | 'paged' | 'by-cursor'

export function chooseRoute(values: FilterValues, hasCursors: boolean): ClientRoute {
  const keys = Object.keys(values)
  if (keys.length === 1 && values['clientid'] !== undefined && canAddress(values['clientid'])) return 'by-id'
  return values['node'] !== undefined || !hasCursors ? 'paged' : 'by-cursor'
}

const single = ['like_clientid', 'like_username', 'ip_address'] as const
const moments = ['gte_created_at', 'lte_created_at', 'gte_connected_at', 'lte_connected_at'] as const

/** Converts the filters to query parameters. A comma is part of a name, so a value is never split. */
export function clientQuery(values: FilterValues) {
  const given: Record<string, string> = {}
  for (const key of single) if (values[key] !== undefined) given[key] = values[key]
  const times: Record<string, number> = {}
  for (const key of moments) if (values[key] !== undefined) times[key] = Date.parse(values[key])
  const state = connStates.find((known) => known === values['conn_state'])
  return {
    ...given,
    ...times,
    ...(values['clientid'] === undefined ? {} : { clientid: [values['clientid']] }),
    ...(values['username'] === undefined ? {} : { username: [values['username']] }),
    ...(state === undefined ? {} : { conn_state: state }),
    ...(values['proto_ver'] === undefined ? {} : { proto_ver: Number(values['proto_ver']) }),
    ...(values['clean_start'] === undefined ? {} : { clean_start: values['clean_start'] === 'true' }),
  }
}
