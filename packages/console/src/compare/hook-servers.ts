import { isPlainObject } from '#kit/form/form-value.ts'
import type { ConfigDocument } from './masked-config.ts'

/** One request that moves a hook server. */
export interface HookMove {
  readonly name: string
  readonly position: string
}

/**
 * Returns the fewest moves that bring the present servers into the wanted order; each server is moved behind another
 * one.
 */
export function planHookMoves(present: readonly string[], wanted: readonly string[]): readonly HookMove[] {
  const stays = new Set(findLongestRising(wanted.map((name) => present.indexOf(name))))
  return wanted.flatMap((name, at) =>
    stays.has(present.indexOf(name))
      ? []
      : [{ name, position: at === 0 ? 'front' : `after:${wanted[at - 1]}` }],
  )
}

/** Returns the longest increasing subsequence. */
function findLongestRising(numbers: readonly number[]): readonly number[] {
  const [lengths, before]: [number[], number[]] = [[], []]
  for (const [at, number] of numbers.entries()) {
    let [length, last] = [1, -1]
    for (let earlier = 0; earlier < at; earlier += 1) {
      const reached = (lengths[earlier] ?? 0) + 1
      if ((numbers[earlier] ?? number) < number && reached > length) [length, last] = [reached, earlier]
    }
    lengths.push(length)
    before.push(last)
  }
  const row: number[] = []
  const most = lengths.reduce((best, length) => Math.max(best, length), 0)
  for (let at = lengths.indexOf(most); at >= 0; at = before[at] ?? -1) row.push(numbers[at] ?? -1)
  return row
}

interface HookServer {
  readonly name: string
  readonly settings: ConfigDocument
}

/**
 * Returns the servers in `exhook { servers = […] }` of a configuration; undefined if the configuration does not
 * contain it.
 */
export function findHooks({ exhook }: ConfigDocument): readonly HookServer[] | undefined {
  const servers = isPlainObject(exhook) ? exhook['servers'] : undefined
  if (!Array.isArray(servers)) return undefined
  return servers.flatMap((one: unknown) => {
    if (!isPlainObject(one) || typeof one['name'] !== 'string') return []
    const { name: _, ...settings } = one
    return [{ name: one['name'], settings }]
  })
}
