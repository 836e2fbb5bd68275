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

/** A name may hold a line break, which would end the comment. */
const comment = (text: string) => `# ${text}`.replaceAll(/\s/g, ' ')

/** Characters. No command of Linux takes a longer word than 128 KiB. */
const longestWord = 100_000

/** The plan for a shell. Whoever runs it gives address, key and every secret as variables. */
export function planAsCurl({ steps }: Plan): string {
  const variables = new Set(curlVariables)
  const commands = steps.map((step) => {
    // Whoever runs it may run it against a cluster that has nothing behind a mask, unless the script made it.
    const settings = documentWith(step, (_, text) =>
      step.deed === 'enable' && text === mask ? mask : 'typed',
    )
    // The broker takes changes of keys from users only, and the script signs in with a key.
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

/** The broker takes an order of all there are or none: what this cluster has, and what the plan makes. */
function wholeOrder(step: Step, steps: readonly Step[]): readonly string[] {
  const made = steps.filter((one) => one.kind === step.kind && one.deed === 'create')
  return sortByOrder(
    [...parseOrderIds(step.before?.['order']), ...made.map(({ id }) => id)],
    step.after['order'],
  )
}

/** A request for each move, from the order that the servers have by then. */
function hookMovesInShell(step: Step, steps: readonly Step[], variables: Set<string>): string {
  const present = wholeOrder({ ...step, after: {} }, steps)
  const commands = planHookMoves(present, wholeOrder(step, steps)).map(({ name, position }) => {
    const path = `/exhooks/${encodeURIComponent(name)}/move`
    return `${curlCommand({ method: 'POST', path, body: { position }, secretPaths: [], variables })} --fail`
  })
  return commands.join('\n\n')
}

/** A script knows nothing of the other roots of the zone, without which the broker takes none: this one is merged as text. */
function mergeInShell(root: ConfigDocument): string {
  const url = `"$URL"'/api/v5/configs?mode=merge'`
  const text = `-H 'Content-Type: text/plain' \\\n  -d '${withinQuotes(printHocon(root))}'`
  return `curl -X PUT ${url} \\\n  -u "$KEY:$SECRET" \\\n  ${text} --fail`
}

/** The same as a configuration. Secrets are left out and named, and so is what is no configuration. */
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

/** As `schema_validation { validations = […] }`. */
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

/** As `exhook { servers = […] }`. */
function withHooks(whole: ConfigDocument, steps: readonly Step[]): ConfigDocument {
  const servers = inTheirOrder(steps.filter((step) => step.kind === 'hooks')).map((step) =>
    bodySent(
      step,
      documentWith(step, () => undefined),
    ),
  )
  return servers.length === 0 ? whole : { ...whole, exhook: { servers } }
}

/** One of a list, which a file holds as a whole. */
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

/** A file is taken as a whole: its sources are enabled from the beginning. */
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
