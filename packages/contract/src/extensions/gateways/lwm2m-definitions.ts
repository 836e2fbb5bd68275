import { coreObjects, reusableResources, smartObjects } from './lwm2m-registry.ts'

/** As the API writes values of them (`type` of a write); `Objlnk` is `3:0`. */
export const resourceTypes = ['String', 'Integer', 'Float', 'Boolean', 'Opaque', 'Time', 'Objlnk'] as const
export type ResourceType = (typeof resourceTypes)[number]

export interface ResourceDefinition {
  readonly id: number
  readonly name: string
  /** What a server may do; empty for what only a bootstrap server may. */
  readonly operations: '' | 'R' | 'W' | 'RW' | 'E'
  /** Undefined for what is executed. */
  readonly type: ResourceType | undefined
  /** Has instances of its own: `/3/0/6/0`. */
  readonly isMultiple: boolean
  /** `s`, `dBm`, `%`; undefined where the registry names none. */
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

/** `1 RW Integer Lifetime (s)` */
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

/** What the registry says of the objects that this console knows, by their numbers. */
export const objectDefinitions = readObjects()

/** Of `/3/0/9` and `/3/0/6/0`; undefined for what is no resource or not known here. */
export function findResourceDefinition(path: string): ResourceDefinition | undefined {
  const [, object = '', , resource = ''] = path.split('/')
  if (object === '' || resource === '') return undefined
  return objectDefinitions.get(Number(object))?.resources.get(Number(resource))
}
