import { printHocon } from '@brokerdeck/languages/hocon/print-hocon.ts'
import { listMaskedPaths } from '#compare/compare-sides.ts'
import { isEntry } from '#compare/entry-kinds.ts'
import { findAccessRemoval, placeGatewayPart } from '#compare/gateway-parts.ts'
import { planHookMoves } from '#compare/hook-servers.ts'
import { type ConfigDocument, mask, mergeOver } from '#compare/masked-config.ts'
import { documentWith, type Plan, type Step } from '#compare/promotion-plan.ts'
import {
  bodySent,
  findWriteRequest,
  isBesideChain,
  isOrder,
  parseOrderIds,
  sortByOrder,
  toNameFields,
} from '#compare/promotion-requests.ts'
import { isOfZone } from '#compare/settings-roots.ts'
import { curlCommand, curlVariables } from '#kit/form/curl-command.ts'
import { withinQuotes } from '#lib/shell-word.ts'

/** A name may contain a line break, which would end the comment. */
const comment = (text: string) => `# ${text}`.replaceAll(/\s/g, ' ')

/** The maximum length in characters: Linux accepts no command-line argument longer than 128 KiB. */
const longestWord = 100_000

/** Returns the plan as a shell script. The address, the key and every secret are passed as variables. */
export function planAsCurl({ steps }: Plan): string {
  const variables = new Set(curlVariables)
  const commands = steps.map((step) => {
    // The target cluster of the script may have no secret behind a mask, unless the script itself created the object.
    const settings = documentWith(step, (_, text) =>
      step.deed === 'enable' && text === mask ? mask : 'typed',
    )
    // The broker accepts changes of keys only from users, while the script authenticates with a key.
    if (step.kind === 'api-keys') return comment(`${step.kind} ${step.id}`)
    if (step.deed === 'delete')
      return `${curlCommand({ ...findWriteRequest(step), secretPaths: [], variables })} --fail`
    const { payload } = step.kind === 'retained' ? settings : {}
    if (typeof payload === 'string' && payload.length > longestWord)
      return comment(`${step.kind} ${step.id}: payload`)
    if (step.kind === 'settings' && isOfZone(step.id)) return mergeInShell({ [step.id]: settings })
    if (step.kind === 'hooks' && isOrder(step)) return hookMovesInShell(step, steps, variables)
    const body = isOrder(step) ? bodySent(step, { order: wholeOrder(step, steps) }) : bodySent(step, settings)
    const request = { ...findWriteRequest(step), body }
    const command = `${curlCommand({ ...request, secretPaths: listMaskedPaths(step.after), variables })} --fail`
    const removal = step.kind === 'gateways' && findAccessRemoval(step.id, step.before, step.after)
    if (!removal) return command
    return `${command}\n\n${curlCommand({ ...removal, secretPaths: [], variables })} --fail`
  })
  const checks = [...variables].map((name) => `: "\${${name}:?}"\n`).join('')
  return `#!/bin/sh\nset -e\n${checks}\n${commands.map((one) => `${one}\n`).join('\n')}`
}

/**
 * Returns the whole order, because the broker requires all members: those of this cluster and those that the plan
 * creates.
 */
function wholeOrder(step: Step, steps: readonly Step[]): readonly string[] {
  const made = steps.filter((one) => one.kind === step.kind && one.deed === 'create')
  return sortByOrder(
    [...parseOrderIds(step.before?.['order']), ...made.map(({ id }) => id)],
    step.after['order'],
  )
}

/** Returns one request per move, starting from the order that the servers will have by then. */
function hookMovesInShell(step: Step, steps: readonly Step[], variables: Set<string>): string {
  const present = wholeOrder({ ...step, after: {} }, steps)
  const commands = planHookMoves(present, wholeOrder(step, steps)).map(({ name, position }) => {
    const path = `/exhooks/${encodeURIComponent(name)}/move`
    return `${curlCommand({ method: 'POST', path, body: { position }, secretPaths: [], variables })} --fail`
  })
  return commands.join('\n\n')
}

/** Merges one root as text: a script does not know the other roots of the zone, and the broker requires all of them. */
function mergeInShell(root: ConfigDocument): string {
  const url = `"$URL"'/api/v5/configs?mode=merge'`
  const text = `-H 'Content-Type: text/plain' \\\n  -d '${withinQuotes(printHocon(root))}'`
  return `curl -X PUT ${url} \\\n  -u "$KEY:$SECRET" \\\n  ${text} --fail`
}

/** Returns the plan as a configuration. Secrets, and objects that are no configuration, are left out and listed. */
export function planAsHocon({ steps }: Plan): string {
  const left: string[] = []
  let whole: ConfigDocument = {}
  for (const step of steps) {
    if (isEnabledLater(step, steps)) continue
    const settings = documentWith(step, (path) => {
      left.push(comment(`${step.kind} ${step.id}: ${path}`))
      return undefined
    })
    if (step.kind === 'retained' || isEntry(step.kind) || isOrder(step))
      left.push(comment(`${step.kind} ${step.id}`))
    else if (!isListed(step)) whole = mergeOver(whole, placeStep(step, settings))
  }
  for (const kind of ['validations', 'transformations'] as const) whole = withScreening(whole, kind, steps)
  whole = withHooks(whole, steps)
  const [authentication, sources] = (['authenticators', 'authorization'] as const).map((kind) =>
    inTheirOrder(steps.filter((step) => step.kind === kind)).map((step) =>
      documentWith(step, () => undefined),
    ),
  )
  if (authentication?.length) whole = { ...whole, authentication }
  if (sources?.length) whole = mergeOver(whole, { authorization: { sources } })
  return [...left, printHocon(whole)].join('\n')
}

/** Adds the steps as `schema_validation { validations = […] }`. */
function withScreening(
  whole: ConfigDocument,
  kind: 'validations' | 'transformations',
  steps: readonly Step[],
): ConfigDocument {
  const all = inTheirOrder(steps.filter((step) => step.kind === kind)).map((step) =>
    bodySent(
      step,
      documentWith(step, () => undefined),
    ),
  )
  const root = kind === 'validations' ? 'schema_validation' : 'message_transformation'
  return all.length === 0 ? whole : { ...whole, [root]: { [kind]: all } }
}

/** Adds the steps as `exhook { servers = […] }`. */
function withHooks(whole: ConfigDocument, steps: readonly Step[]): ConfigDocument {
  const servers = inTheirOrder(steps.filter((step) => step.kind === 'hooks')).map((step) =>
    bodySent(
      step,
      documentWith(step, () => undefined),
    ),
  )
  return servers.length === 0 ? whole : { ...whole, exhook: { servers } }
}

/** Returns true for a member of a list that a configuration file contains as a whole. */
const isListed = (step: Step) =>
  ['authenticators', 'validations', 'transformations', 'hooks'].includes(step.kind) ||
  (step.kind === 'authorization' && !isBesideChain(step))

function inTheirOrder(steps: readonly Step[]): readonly Step[] {
  const order = parseOrderIds(steps.find(isOrder)?.after['order'])
  const at = ({ id }: Step) => (order.includes(id) ? order.indexOf(id) : order.length)
  return steps
    .filter((step) => isListed(step) && !isOrder(step) && !isEnabledLater(step, steps))
    .toSorted((one, other) => at(one) - at(other))
}

/**
 * Returns true for a source that a later step enables. A file is applied as a whole, so its sources are enabled at
 * once.
 */
const isEnabledLater = (step: Step, steps: readonly Step[]) =>
  step.deed === 'create' && steps.some(({ id, deed }) => id === step.id && deed === 'enable')

function placeStep(step: Step, settings: ConfigDocument): ConfigDocument {
  const { kind, id } = step
  if (kind === 'settings') return { [id]: id === 'rewrite' ? settings['rules'] : settings }
  if (kind === 'authorization') return { authorization: settings }
  if (kind === 'schemas') return { schema_registry: { schemas: { [id]: settings } } }
  if (kind === 'registries') return { schema_registry: { external: { [id]: settings } } }
  if (kind === 'gateways') return placeGatewayPart(id, settings)
  if (kind === 'rules') return { rule_engine: { rules: { [id]: settings } } }
  const { type = '', name = '' } = toNameFields(step)
  return { [kind]: { [type]: { [name]: settings } } }
}
