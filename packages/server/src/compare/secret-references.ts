import { createHash } from 'node:crypto'
import type { Comparable, Kind } from '@brokerdeck/console/compare/compare-sides.ts'
import { mapTexts } from '@brokerdeck/console/compare/map-texts.ts'
import { type ConfigDocument, mask, maskConfig } from '@brokerdeck/console/compare/masked-config.ts'

/** A reference that an export contains in place of a secret. */
export interface Reference {
  readonly name: string
  readonly kind: Kind
  readonly id: string
  /** The dotted path of the value. */
  readonly path: string
}

type SecretPlaceInFile = Omit<Reference, 'name'>

export type Documents = ReadonlyMap<Kind, readonly Comparable[]>

/** The maximum length of a name, in characters; a longer name is cut and ends with a hash. */
const longestName = 120

/** Replaces each masked or secret value with `${env:NAME}`. */
export function referSecrets(read: Documents): {
  readonly documents: Documents
  readonly references: readonly Reference[]
} {
  const places: SecretPlaceInFile[] = []
  for (const [kind, all] of read)
    for (const { id, settings } of all)
      mapTexts(maskConfig(settings).document, (path, text) => {
        if (text.includes(mask)) places.push({ kind, id, path })
        return text
      })
  const names = assignNames(places)
  const references: Reference[] = []
  const documents = new Map(
    [...read].map(([kind, all]) => {
      const referred = all.map((one): Comparable => {
        const { id } = one
        const settings = mapTexts(maskConfig(one.settings).document, (path, text) => {
          const name = names.get(placeKey({ kind, id, path }))
          const escaped = escapeReferences(text)
          if (name === undefined || !text.includes(mask)) return escaped
          references.push({ kind, id, path, name })
          return escaped.replaceAll(mask, () => `\${env:${name}}`)
        })
        return { id, settings }
      })
      return [kind, referred] as const
    }),
  )
  return { documents, references }
}

const placeKey = ({ kind, id, path }: SecretPlaceInFile) => JSON.stringify([kind, id, path])

/**
 * Assigns a unique name to each place. If two places would get the same name, both names end with a hash, so that a
 * secret never goes to another place.
 */
function assignNames(places: readonly SecretPlaceInFile[]): ReadonlyMap<string, string> {
  const plain = places.map((place) => {
    const words = [place.kind, place.id, place.path].join(' ').toUpperCase()
    return { key: placeKey(place), name: words.replaceAll(/[^A-Z0-9]+/g, '_').replace(/_$/, '') }
  })
  const counts = new Map<string, number>()
  for (const { name } of plain) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    plain.map(({ key, name }) => {
      if (counts.get(name) === 1 && name.length <= longestName) return [key, name]
      const hash = createHash('sha256').update(key).digest('hex').slice(0, 10).toUpperCase()
      return [key, `${name.slice(0, longestName)}_${hash}`]
    }),
  )
}

/** Adds a `$` to text of the broker that looks like a reference. */
const escapeReferences = (text: string) => text.replaceAll(/\$+\{(?=(?:env|file):)/g, (found) => `$${found}`)

const reference = /(\$+)\{((?:env|file):[^{}]*)\}/g

/** Replaces the references of a document with masks; returns the paths of the references and their texts as well. */
export function readReferences(document: ConfigDocument): {
  readonly settings: ConfigDocument
  readonly referred: readonly string[]
  readonly texts: ReadonlyMap<string, string>
} {
  const texts = new Map<string, string>()
  const settings = mapTexts(document, (path, text) => {
    let isReferred = false
    const read = text.replaceAll(reference, (whole, dollars: string) => {
      if (dollars.length > 1) return whole.slice(1)
      isReferred = true
      return mask
    })
    if (isReferred) texts.set(path, text)
    return read
  })
  return { settings, referred: [...texts.keys()], texts }
}

/** Provides the values that a file refers to. */
export interface Referable {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly readFile: (path: string) => string | undefined
}

/** Reads an environment variable, except for the command's own, whose password must not be sent. */
function findVariable(environment: Referable['environment'], name: string): string | undefined {
  return name.startsWith('BROKERDECK_') || !Object.hasOwn(environment, name) ? undefined : environment[name]
}

/** Fills in the references of a text; also returns the values, and the references without a value. */
export function fillReferences(
  text: string,
  { environment, readFile }: Referable,
): { readonly filled: string; readonly values: readonly string[]; readonly missing: readonly string[] } {
  const [values, missing]: [string[], string[]] = [[], []]
  const filled = text.replaceAll(reference, (whole, dollars: string, named: string) => {
    if (dollars.length > 1) return whole.slice(1)
    const name = named.slice(named.indexOf(':') + 1)
    const value = named.startsWith('env:') ? findVariable(environment, name) : readFile(name)
    if (value === undefined || value === '') missing.push(whole)
    else values.push(value)
    return value ?? ''
  })
  return { filled, values, missing }
}
