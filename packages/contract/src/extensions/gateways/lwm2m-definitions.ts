import { coreObjects, reusableResources, smartObjects } from './lwm2m-registry.ts'

/** The types of values as the API writes them (`type` of a write); an `Objlnk` looks like `3:0`. */
export const resourceTypes = ['String', 'Integer', 'Float', 'Boolean', 'Opaque', 'Time', 'Objlnk'] as const
export type ResourceType = (typeof resourceTypes)[number]

export interface ResourceDefinition {
  readonly id: number
  readonly name: string
  /** The operations that a server may perform; empty for resources that only a bootstrap server may use. */
  readonly operations: '' | 'R' | 'W' | 'RW' | 'E'
  /** The type of the value; undefined for executable resources. */
  readonly type: ResourceType | undefined
  /** True for a resource with instances of its own: `/3/0/6/0`. */
  readonly isMultiple: boolean
  /** The unit, such as `s`, `dBm` or `%`; undefined if the registry names none. */
  readonly unit: string | undefined
}

export interface ObjectDefinition {
  readonly id: number
  readonly name: string
  readonly resources: ReadonlyMap<number, ResourceDefinition>
}

const isOperations = (text: string): text is ResourceDefinition['operations'] =>
  ['', 'R', 'W', 'RW', 'E'].includes(text)

const typeIn = (text: string): ResourceType | undefined =>
  resourceTypes.find((type) => type === text.replace('Unsigned_', ''))

/** Parses a line of the registry: `1 RW Integer Lifetime (s)` */
function resourceIn(line: string): ResourceDefinition | undefined {
  const [, id, may = '', many, type = '', name = '', unit] =
    /^ *(\d+) (none|[RWE]+)(\*?) (\w+) (.+?)(?: \(([^()]+)\))?$/.exec(line) ?? []
  const operations = may === 'none' ? '' : may
  if (id === undefined || !isOperations(operations)) return undefined
  return {
    id: Number(id),
    name,
    operations,
    type: typeIn(type),
    isMultiple: many === '*',
    unit: unit === '/100' ? '%' : unit,
  }
}

const splitLines = (text: string) => text.split('\n').filter((line) => line !== '')
const byId = (all: readonly ResourceDefinition[]) => new Map(all.map((one) => [one.id, one]))

function readObjects(): ReadonlyMap<number, ObjectDefinition> {
  const objects = new Map<number, ObjectDefinition>()
  for (const part of coreObjects.split(/\n(?=\d)/)) {
    const [head = '', ...lines] = splitLines(part)
    const [, id, name = ''] = /^(\d+) (.+)$/.exec(head) ?? []
    const resources = byId(lines.flatMap((line) => resourceIn(line) ?? []))
    if (id !== undefined) objects.set(Number(id), { id: Number(id), name, resources })
  }
  const reusable = byId(splitLines(reusableResources).flatMap((line) => resourceIn(line) ?? []))
  for (const line of splitLines(smartObjects)) {
    const [, id, name = '', numbers = ''] = /^(\d+) (.+): ([\d ]+)$/.exec(line) ?? []
    const own = numbers.split(' ').flatMap((number) => reusable.get(Number(number)) ?? [])
    if (id !== undefined) objects.set(Number(id), { id: Number(id), name, resources: byId(own) })
  }
  return objects
}

/** The definitions of the objects that this console knows, from the registry, by number. */
export const objectDefinitions = readObjects()

/**
 * Returns the definition for a path such as `/3/0/9` or `/3/0/6/0`; undefined if the path is no resource or is
 * unknown.
 */
export function findResourceDefinition(path: string): ResourceDefinition | undefined {
  const [, object = '', , resource = ''] = path.split('/')
  if (object === '' || resource === '') return undefined
  return objectDefinitions.get(Number(object))?.resources.get(Number(resource))
}
