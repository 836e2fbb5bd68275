import { withinQuotes } from '#lib/shell-word.ts'
import { isPlainObject, pathWithin } from './form-value.ts'
import { secretTest } from './secret-paths.ts'

interface CurlRequest {
  readonly method: string
  /** Below `/api/v5`, with its query. */
  readonly path: string
  readonly body?: unknown
  readonly secretPaths: readonly string[]
  /** Those of the commands before it in a script: the ones of this command join them. */
  readonly variables?: Set<string>
}

/** What the broker sends for a secret, and takes for "as it is". */
const masked = '******'
/** Variables that have another meaning in the command. */
export const curlVariables: readonly string[] = ['URL', 'KEY', 'SECRET']

/**
 * The request for a shell. Address and key are variables, and so is each secret of the body, which stands where it was
 * as `"'"$PASSWORD"'"`. Everything else is quoted so that no shell reads it.
 */
export function curlCommand(given: CurlRequest): string {
  const { method, path, body, secretPaths, variables = new Set(curlVariables) } = given
  const data = () => {
    return printValue(body, {
      path: '',
      indent: '\n',
      isSecret: secretTest(secretPaths),
      secretPaths,
      variables,
    })
  }
  const lines = [
    `curl -X ${method} "$URL"'${withinQuotes(`/api/v5${path}`)}'`,
    '-u "$KEY:$SECRET"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${data()}'`]),
  ]
  return lines.join(' \\\n  ')
}

interface PrintContext {
  readonly path: string
  /** The line break with the blanks before what follows. */
  readonly indent: string
  readonly isSecret: (path: string) => boolean
  readonly secretPaths: readonly string[]
  readonly variables: Set<string>
}

interface PrintedValue extends Pick<PrintContext, 'indent' | 'secretPaths'> {
  readonly text: string
}

/** With every key the request is shown anew: what stands in it as before is not printed again. */
const knownTexts = new WeakMap<object, Map<string, PrintedValue>>()

/** JSON as `JSON.stringify` indents it, to stand within single quotes. */
function printValue(value: unknown, place: PrintContext): string {
  if (typeof value !== 'object' || value === null) return newlyPrinted(value, place)
  const { path, indent, secretPaths, variables } = place
  const places = knownTexts.get(value) ?? new Map<string, PrintedValue>()
  const known = places.get(path)
  if (known?.indent === indent && known.secretPaths === secretPaths) return known.text
  const before = variables.size
  const text = newlyPrinted(value, place)
  // How the variable of a secret is called depends on what came before it.
  if (variables.size === before) knownTexts.set(value, places.set(path, { indent, secretPaths, text }))
  return text
}

function newlyPrinted(value: unknown, place: PrintContext): string {
  const { path, isSecret, variables, indent } = place
  if (typeof value === 'string' && value !== '' && value !== masked && isSecret(path)) {
    return `"'"$${variableFor(path, variables)}"'"`
  }
  if (!isPlainObject(value) && !Array.isArray(value)) return withinQuotes(JSON.stringify(value) ?? 'null')
  const inner = `${indent}  `
  const within = (key: string, held: unknown) =>
    printValue(held, { ...place, path: pathWithin(path, key), indent: inner })
  if (Array.isArray(value))
    return block(
      '[',
      value.map((item, at) => within(String(at), item)),
      ']',
      indent,
    )
  const entries = Object.entries(value).filter(([, held]) => held !== undefined)
  const pairs = entries.map(([key, held]) => `${withinQuotes(JSON.stringify(key))}: ${within(key, held)}`)
  return block('{', pairs, '}', indent)
}

function block(open: string, items: readonly string[], close: string, indent: string): string {
  return items.length === 0
    ? `${open}${close}`
    : `${open}${indent}  ${items.join(`,${indent}  `)}${indent}${close}`
}

/** `ssl.password` → `PASSWORD`, a second one `PASSWORD_2`. */
function variableFor(path: string, taken: Set<string>): string {
  const last = path.split('.').findLast((key) => /[a-z]/i.test(key)) ?? 'value'
  const name = last
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
    // A shell has these already, and something else in them.
    .replace(
      /^(?=(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|OLDPWD|IFS|ENV|TERM|LANG|HOSTNAME|TMPDIR|U?ID|PS\d)$)/,
      'BROKER_',
    )
  let own = name
  for (let count = 2; taken.has(own); count += 1) own = `${name}_${count}`
  taken.add(own)
  return own
}
