import { contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { exampleOf } from './resource-examples.ts'
import type { TestBroker } from './test-broker.ts'

export const endpoints = Object.values(contract).flatMap((resource): Endpoint[] => Object.values(resource))

/** What begins anew with every start, or tells of this moment only. */
const startsOver = [
  /^\/(stats|metrics|monitor|monitor_current|status|alarms)$/,
  /^\/(nodes|monitor\/nodes|monitor_current\/nodes|cluster(?!\/links)|prometheus)\/?/,
  /^\/(nodes|sessions_count)$/,
  // Their files have the time of this machine.
  /^\/trace\/:name\//,
]
const outlives = (path: string): boolean => !startsOver.some((pattern) => pattern.test(path))
const startingFields = /^(meta|uptime|reset_time|create_time|metrics|rate_last\w*|\w+_(cnt|msg|oct|pkt))$/

/** Where the objects of a path are listed otherwise than at its beginning, or called otherwise than in it. */
const listedElsewhere: Readonly<Record<string, readonly [list: string, field: string]>> = {
  '/mqtt/retainer/message/:topic': ['/mqtt/retainer/messages', 'topic'],
  '/authorization/sources/:type': ['/authorization/sources', 'type'],
}

/** `/users` and `username` for `/users/:username`: the list of a path's objects and the field that names them. */
function objectsOf(path: string): readonly [list: string, field: string] | undefined {
  const [, list = '', field = ''] = /^([^:]*)\/:(\w+)/.exec(path) ?? []
  // `/cluster/links` for `/cluster/links/link/:name`.
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

/** Published by the broker itself, at every start. */
function isOfBroker(item: unknown): boolean {
  return namesIn([item], 'topic').some((topic) => topic.startsWith('$SYS/'))
}

function itemsOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  const isPage = typeof answer === 'object' && answer !== null && 'data' in answer
  if (isPage) return itemsOf(answer.data)
  // The sources are listed under their own name.
  return typeof answer === 'object' && answer !== null && 'sources' in answer ? itemsOf(answer.sources) : []
}

function namesIn(answer: unknown, field: string): string[] {
  return itemsOf(answer).flatMap((item) => {
    const entry = Object.entries(item ?? {}).find(([name]) => name === field)
    return entry === undefined ? [] : [String(entry[1])]
  })
}

/** Every reading endpoint of the contract with its path for each object that there is. */
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

/** The whole state as the API tells it, by path; without what cannot outlive a stop. */
export async function brokerState(broker: TestBroker): Promise<Readonly<Record<string, unknown>>> {
  const state: Record<string, unknown> = {}
  for (const path of await readablePaths(broker)) {
    const { status, body } = await broker.ask('GET', path)
    state[path] = { status, body: withoutFigures(body) }
  }
  return state
}
