import { contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { exampleOf } from './resource-examples.ts'
import type { TestBroker } from './test-broker.ts'

export const endpoints = Object.values(contract).flatMap((resource): Endpoint[] => Object.values(resource))

/** Matches the paths whose content starts anew with each start, or describes the current moment only. */
const startsOver = [
  /^\/(stats|metrics|monitor|monitor_current|status|alarms)$/,
  /^\/(nodes|monitor\/nodes|monitor_current\/nodes|cluster(?!\/links)|prometheus)\/?/,
  /^\/(nodes|sessions_count)$/,
  // The files of traces contain the time of this machine.
  /^\/trace\/:name\//,
]
const outlives = (path: string): boolean => !startsOver.some((pattern) => pattern.test(path))
const startingFields = /^(meta|uptime|reset_time|create_time|metrics|rate_last\w*|\w+_(cnt|msg|oct|pkt))$/

/** The paths whose objects have their list at another path, or another name than the parameter. */
const listedElsewhere: Readonly<Record<string, readonly [list: string, field: string]>> = {
  '/mqtt/retainer/message/:topic': ['/mqtt/retainer/messages', 'topic'],
  '/authorization/sources/:type': ['/authorization/sources', 'type'],
}

/**
 * Returns the list with a path's objects and the field with their names: `/users` and `username` for
 * `/users/:username`.
 */
function objectsOf(path: string): readonly [list: string, field: string] | undefined {
  const [, list = '', field = ''] = /^([^:]*)\/:(\w+)/.exec(path) ?? []
  // The list of `/cluster/links/link/:name` is `/cluster/links`.
  const listed = [list, list.slice(0, list.lastIndexOf('/'))].find((one) =>
    endpoints.some(({ method, path: other }) => method === 'GET' && other === one),
  )
  return listedElsewhere[path] ?? (listed === undefined ? undefined : [listed, field])
}

function withoutFigures(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isOfBroker(item)).map(withoutFigures)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => !startingFields.test(name))
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutFigures(one)]))
}

/** Tells whether an item is a message that the broker itself publishes at every start. */
function isOfBroker(item: unknown): boolean {
  return namesIn([item], 'topic').some((topic) => topic.startsWith('$SYS/'))
}

function itemsOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  const isPage = typeof answer === 'object' && answer !== null && 'data' in answer
  if (isPage) return itemsOf(answer.data)
  // The sources are listed in a field of their own.
  return typeof answer === 'object' && answer !== null && 'sources' in answer ? itemsOf(answer.sources) : []
}

function namesIn(answer: unknown, field: string): string[] {
  return itemsOf(answer).flatMap((item) => {
    const entry = Object.entries(item ?? {}).find(([name]) => name === field)
    return entry === undefined ? [] : [String(entry[1])]
  })
}

/** Returns the path of every reading endpoint of the contract, once for each existing object. */
export async function readablePaths(broker: TestBroker, isWanted = outlives): Promise<string[]> {
  const paths: string[] = []
  for (const { method, path } of endpoints) {
    if (method !== 'GET' || !isWanted(path)) continue
    if (!path.includes(':')) paths.push(path)
    const objects = objectsOf(path)
    if (objects === undefined) continue
    const { body } = await broker.ask('GET', objects[0])
    const nameOf = exampleOf(path)?.nameOf
    const names = nameOf
      ? itemsOf(body).map((item) => nameOf(Object(item)))
      : namesIn(withoutFigures(body), objects[1])
    for (const name of names) {
      paths.push(path.replace(/:\w+/, encodeURIComponent(name)))
    }
  }
  return paths
}

/** Returns the whole state that the API shows, by path, without the parts that cannot outlive a stop. */
export async function brokerState(broker: TestBroker): Promise<Readonly<Record<string, unknown>>> {
  const state: Record<string, unknown> = {}
  for (const path of await readablePaths(broker)) {
    const { status, body } = await broker.ask('GET', path)
    state[path] = { status, body: withoutFigures(body) }
  }
  return state
}
