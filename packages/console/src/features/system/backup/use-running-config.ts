import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { type HoconObject, parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'

/** Of each node by itself, and in no backup. */
const nodeRoots = ['cluster', 'node', 'rpc']

/** What the broker runs with, as far as it can be in a backup; undefined while it is not known. */
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
