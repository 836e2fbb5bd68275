import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { schemas } from '@brokerdeck/contract/settings/schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'
import type { ConnectorChoice } from '#features/integration/bridges/catalog/bridge-adjustments.ts'

/** The endpoints that read, write and test each kind. */
export const endpointsOf = { connector: connectors, action: actions, source: sources } as const

/** Requests the broker's description of all types of a kind, which does not change while the broker runs. */
export const useBridgeSchema = (kind: keyof typeof endpointsOf) =>
  useQuery({
    ...read(schemas.get, { params: { name: kind === 'connector' ? 'connectors' : 'actions' } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Returns the connectors that an action or a source of the type can use; undefined until the broker has responded. */
export function useConnectorChoices(type: string): readonly ConnectorChoice[] | undefined {
  const { data } = useQuery(read(connectors.list, {}))
  return useMemo(
    () =>
      data
        ?.filter((one) => one.type === type)
        .map(({ name, driver }) => ({ name, driver: typeof driver === 'string' ? driver : undefined })),
    [data, type],
  )
}
