import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { type HoconObject, parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'

/** The root keys that each node has for itself and that are in no backup. */
const nodeRoots = ['cluster', 'node', 'rpc']

/** Returns the running configuration without the roots that are in no backup; undefined while it is unknown. */
export function useRunningConfig(): {
  readonly config: HoconObject | undefined
  readonly isPending: boolean
} {
  const { data, isPending } = useQuery(read(configs.read, {}))
  const config = useMemo(() => {
    const parsed = typeof data === 'string' ? parseHocon(data) : undefined
    if (parsed === undefined || 'error' in parsed) return undefined
    return Object.fromEntries(Object.entries(parsed.value).filter(([root]) => !nodeRoots.includes(root)))
  }, [data])
  return { config, isPending }
}
