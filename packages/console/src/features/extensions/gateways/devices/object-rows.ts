import {
  findResourceDefinition,
  objectDefinitions,
  type ResourceType,
  resourceTypes,
} from '@brokerdeck/contract/extensions/gateways/lwm2m-definitions.ts'
import type { KnownValue, ObjectWorkspace } from './object-workspace.ts'

export interface ResourceRow {
  readonly path: string
  readonly name: string
  /** The operations: `R`, `W`, `RW`, `E`; empty if they are not known. */
  readonly operations: string
  readonly type: ResourceType | undefined
  readonly unit: string | undefined
  readonly known: KnownValue | undefined
  /** True while a request for the resource is pending. */
  readonly isWaiting: boolean
  readonly isObserved: boolean
}

export interface InstanceRows {
  /** The path of the instance, for example `/3/0`. */
  readonly path: string
  /** The name of the object; undefined if the included part of the registry does not contain it. */
  readonly name: string | undefined
  readonly resources: readonly ResourceRow[]
}

/** The objects that can be searched for. `/0` holds keys, and no server may read it. */
export const findableObjects = [...objectDefinitions.keys()].filter((id) => id !== 0)

type State = ReturnType<ObjectWorkspace['state']>

const parsePathNumbers = (path: string) => path.split('/').slice(1).map(Number)

export function comparePaths(a: string, b: string): number {
  const [one, other] = [parsePathNumbers(a), parsePathNumbers(b)]
  for (const [at, number] of one.entries()) {
    const difference = number - (other[at] ?? -1)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

const toInstancePath = (path: string) => path.split('/').slice(0, 3).join('/')

/** Returns what is known of a device as a tree: the instances of its objects, each with its resources. */
export function listInstanceRows(state: State): readonly InstanceRows[] {
  const known = [...state.values.keys(), ...state.discovered.keys()].filter((path) =>
    /^(\/\d+){2,4}$/.test(path),
  )
  const instances = new Map<string, Set<string>>()
  for (const path of known) {
    const instance = toInstancePath(path)
    const resources = instances.get(instance) ?? new Set(unreadable(instance))
    instances.set(instance, resources)
    if (path !== instance) resources.add(path)
  }
  const waiting = new Set(
    state.requests.flatMap(({ path, outcome }) => (outcome.kind === 'waiting' ? [path] : [])),
  )
  return [...instances.entries()]
    .sort(([a], [b]) => comparePaths(a, b))
    .map(([path, resources]) => ({
      path,
      name: objectDefinitions.get(parsePathNumbers(path)[0] ?? -1)?.name,
      resources: [...resources].sort(comparePaths).map((one) => resourceRow(state, one, waiting)),
    }))
}

/** Returns the resources that a read of the instance never returns, although the device may have them. */
function unreadable(instance: string): readonly string[] {
  const object = objectDefinitions.get(parsePathNumbers(instance)[0] ?? -1)
  return [...(object?.resources.values() ?? [])]
    .filter(({ operations }) => operations === 'E' || operations === 'W')
    .map(({ id }) => `${instance}/${id}`)
}

export function resourceRow(
  state: Pick<State, 'values' | 'discovered' | 'observed'>,
  path: string,
  waiting: ReadonlySet<string>,
): ResourceRow {
  const said = state.discovered.get(path)
  const definition = findResourceDefinition(path)
  const index = parsePathNumbers(path)[3]
  const name = said?.name ?? definition?.name ?? path
  return {
    path,
    name: index === undefined ? name : `${name} [${index}]`,
    operations: said?.operations ?? definition?.operations ?? '',
    type: resourceTypes.find((one) => one === said?.dataType) ?? definition?.type,
    unit: definition?.unit,
    known: state.values.get(path),
    isWaiting: waiting.has(path),
    isObserved: state.observed.some((one) => path === one || path.startsWith(`${one}/`)),
  }
}

/** Tells whether a text is a path that a request can name: `/3`, `/3/0`, `/3/0/9`. */
export const isObjectPath = (text: string) =>
  /^(\/(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-4])){1,4}$/.test(text)
