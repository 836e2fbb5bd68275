import { printHocon } from '@brokerdeck/contract/hocon/print-hocon.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { curlCommand, curlVariables } from '#kit/form/curl-command.ts'
import { isPlainObject } from '#kit/form/plain-object.ts'
import { valueAt } from '#kit/form/values-at.ts'
import { type ConfigDocument, isDocument, mask } from '../configuration/masked-config.ts'
import { type Compared, type Kind, maskedPaths } from './compare-sides.ts'

/** What can be promoted, in the order in which a broker takes it: nothing comes before what it needs. */
export const promotable = ['connectors', 'actions', 'sources', 'rules'] as const
export type Promotable = (typeof promotable)[number]

export const isPromotable = (kind: Kind): kind is Promotable => promotable.some((known) => known === kind)

/** What both sides have, by kind. */
export type Known = Readonly<Record<Promotable, readonly Compared[]>>

export interface Chosen {
  readonly kind: Promotable
  readonly id: string
}

export interface Step extends Chosen {
  readonly deed: 'create' | 'change'
  /** What will stand there, secrets masked. */
  readonly after: ConfigDocument
  /** As this cluster gives it now; undefined where there is none. A mask in it keeps what is stored. */
  readonly before: ConfigDocument | undefined
  /** Nobody chose it: this one needs it. */
  readonly neededBy: string | undefined
  /** Secrets that stay as this cluster has them. */
  readonly kept: readonly string[]
  /** Secrets that have to be typed: the other side does not give them. */
  readonly toType: readonly string[]
  /** Secrets stored here that the other side has nothing of: they will be gone. */
  readonly removed: readonly string[]
}

export interface Plan {
  readonly steps: readonly Step[]
  /** Needed and on neither side: the broker may refuse what needs it. */
  readonly missing: readonly { readonly neededBy: string; readonly id: string }[]
  /** Needed, here already, and other than there; left as they are. */
  readonly differing: readonly { readonly neededBy: string; readonly id: string }[]
}

/** What has to be asked of this cluster, in which order, so that it has what was chosen as the other side has it. */
export function planOf(known: Known, chosen: readonly Chosen[], isPart: boolean): Plan {
  const steps = new Map<string, Step>()
  const missing: { neededBy: string; id: string }[] = []
  const differing: { neededBy: string; id: string }[] = []
  const asked = new Set(chosen.map(keyOf))
  const take = (one: Chosen, neededBy: string | undefined) => {
    const found = known[one.kind].find(({ id }) => id === one.id)
    if (found?.there === undefined || found.outcome === 'same' || !canAddress(one.id)) return
    if (!steps.has(keyOf(one))) steps.set(keyOf(one), stepOf(one.kind, found, neededBy, isPart))
    for (const need of needsOf(one, found.there, known)) {
      const held = known[need.kind].find(({ id }) => id === need.id)
      if (held === undefined) missing.push({ neededBy: one.id, id: need.id })
      else if (held.outcome === 'different' && !asked.has(keyOf(need)))
        differing.push({ neededBy: one.id, id: need.id })
      else if (held.outcome === 'only-there' && !steps.has(keyOf(need)))
        take(need, asked.has(keyOf(need)) ? undefined : one.id)
    }
  }
  for (const one of chosen) take(one, undefined)
  const inOrder = promotable.flatMap((kind) => [...steps.values()].filter((step) => step.kind === kind))
  return { steps: inOrder, missing, differing }
}

const keyOf = ({ kind, id }: Chosen): string => `${kind} ${id}`

function stepOf(kind: Promotable, found: Compared, neededBy: string | undefined, isPart: boolean): Step {
  const { id, here, held, there = {} } = found
  const whole = isPart && here !== undefined ? mergedOver(here, there) : there
  const after = mapTexts(whole, (path, text) => {
    const own = valueAt(held, path)
    return isStoredFile(path, text) && typeof own === 'string' ? own : text
  })
  const masked = maskedPaths(after)
  const kept = masked.filter((path) => {
    const stored = valueAt(held, path)
    return valueAt(after, path) === valueAt(here, path) && typeof stored === 'string' && stored !== ''
  })
  const removed = maskedPaths(held).filter((path) => valueAt(after, path) === undefined)
  return {
    ...{ kind, id, neededBy, after, kept, removed },
    deed: held === undefined ? 'create' : 'change',
    before: held,
    toType: masked.filter((path) => !kept.includes(path)),
  }
}

/** EMQX keeps certificates as files of its nodes, under a name of its own: those of another cluster are not here. */
const isStoredFile = (path: string, text: string) =>
  /(^|\.)(cacert|cert|key)file$/.test(path) && /(^|\/)data\/certs\//.test(text)

/** As a restored file is laid over what is there. */
function mergedOver(before: ConfigDocument, given: ConfigDocument): ConfigDocument {
  const merged = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(given)) {
    const inner = merged.get(key)
    merged.set(key, isDocument(inner) && isDocument(value) ? mergedOver(inner, value) : value)
  }
  return Object.fromEntries(merged)
}

/** `FROM "$bridges/mqtt:plant"`. */
const sourceInSql = /\$(?:bridges|sources)\/([^"'\s,]+)/g

/** What has to be there first. An action names its connector without the type, which is its own. */
function needsOf({ kind, id }: Chosen, settings: ConfigDocument, known: Known): readonly Chosen[] {
  const { connector, sql, actions } = settings
  if (kind === 'connectors') return []
  if (kind !== 'rules')
    return typeof connector === 'string'
      ? [{ kind: 'connectors', id: `${id.slice(0, id.indexOf(':'))}:${connector}` }]
      : []
  const handed = Array.isArray(actions) ? actions.filter((one) => typeof one === 'string') : []
  const fed = typeof sql === 'string' ? [...sql.matchAll(sourceInSql)].map(([, source = '']) => source) : []
  // A rule may also follow what an action or an older bridge does: only what some side has as a source is one.
  const isSource = (source: string) => known.sources.some((one) => one.id === source)
  return [
    ...handed.map((action) => ({ kind: 'actions' as const, id: action })),
    ...fed.filter(isSource).map((source) => ({ kind: 'sources' as const, id: source })),
  ]
}

/** Of what was typed, by step and path. */
export type Typed = ReadonlyMap<string, string>

export const secretKey = (step: Chosen, path: string): string => `${keyOf(step)} ${path}`

/** What is sent: secrets that were typed, or what this cluster gives for those that stay. */
export function bodyOf(step: Step, typed: Typed): ConfigDocument {
  return documentWith(step, (path, text) => {
    // Of an address with a password in it the password alone is the secret.
    if (step.toType.includes(path)) return text.replaceAll(mask, () => typed.get(secretKey(step, path)) ?? '')
    const stored = valueAt(step.before, path)
    return typeof stored === 'string' ? stored : text
  })
}

/**
 * What undoing sends. A mask keeps what is stored: where promoting took that away, it would be stored as it is written,
 * so it is left out.
 */
export function bodyBefore({ before = {}, removed }: Step): ConfigDocument {
  return mapTexts(before, (path, text) => (removed.includes(path) ? undefined : text))
}

const documentWith = (step: Step, secret: (path: string, text: string) => unknown): ConfigDocument =>
  mapTexts(step.after, (path, text) => (text.includes(mask) ? secret(path, text) : text))

/** Of undefined nothing is left. */
function mapTexts(whole: ConfigDocument, mapped: (path: string, text: string) => unknown): ConfigDocument {
  const filled = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') return mapped(path, value)
    if (Array.isArray(value)) return value.map((item, at) => filled(item, `${path}.${at}`))
    return isPlainObject(value) ? within(value, `${path}.`) : value
  }
  const within = (document: ConfigDocument, prefix: string): ConfigDocument =>
    Object.fromEntries(
      Object.entries(document).map(([key, value]) => [key, filled(value, `${prefix}${key}`)]),
    )
  return within(whole, '')
}

/** Below `/api/v5`, as the broker is asked. */
export function requestOf({ kind, id, deed }: Pick<Step, 'kind' | 'id' | 'deed'>) {
  return deed === 'create'
    ? ({ method: 'POST', path: `/${kind}` } as const)
    : ({ method: 'PUT', path: `/${kind}/${encodeURIComponent(id)}` } as const)
}

/** What a new one is called, which is no part of its settings. */
export function nameOf({ kind, id }: Chosen): Readonly<Record<string, string>> {
  if (kind === 'rules') return { id }
  const at = id.indexOf(':')
  return { type: id.slice(0, at), name: id.slice(at + 1) }
}

/** The same for a shell. Whoever runs it gives address, key and every secret as variables. */
export function planAsCurl({ steps }: Plan): string {
  const variables = new Set(curlVariables)
  const commands = steps.map((step) => {
    const secrets = maskedPaths(step.after)
    // Whoever runs it may run it against a cluster that has nothing behind a mask.
    const settings = documentWith(step, () => 'typed')
    const body = step.deed === 'create' ? { ...nameOf(step), ...settings } : settings
    return curlCommand({ ...requestOf(step), body, secretPaths: secrets, variables })
  })
  const checks = [...variables].map((name) => `: "\${${name}:?}"\n`).join('')
  return `#!/bin/sh\nset -e\n${checks}\n${commands.map((one) => `${one} --fail\n`).join('\n')}`
}

/** The same as a configuration; secrets are left out and named. */
export function planAsHocon({ steps }: Plan): string {
  const left: string[] = []
  const roots = new Map<string, ConfigDocument>()
  for (const step of steps) {
    const settings = documentWith(step, (path) => {
      left.push(`# ${step.kind} ${step.id}: ${path}`.replaceAll(/\s/g, ' '))
      return undefined
    })
    const { type = 'rules', name = step.id } = nameOf(step)
    const root = step.kind === 'rules' ? 'rule_engine' : step.kind
    roots.set(root, mergedOver(roots.get(root) ?? {}, { [type]: { [name]: settings } }))
  }
  return [...left, printHocon(Object.fromEntries(roots))].join('\n')
}
