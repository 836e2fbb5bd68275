import { withinQuotes } from '#lib/shell-word.ts'
import { isPlainObject, pathWithin } from './form-value.ts'
import { secretTest } from './secret-paths.ts'

interface CurlRequest {
  readonly method: string
  /** The path below `/api/v5`, with its query. */
  readonly path: string
  readonly body?: unknown
  readonly secretPaths: readonly string[]
  /** The variables of the previous commands in a script; the variables of this command are added to them. */
  readonly variables?: Set<string>
}

/** The text that the broker sends for a secret, and accepts as "unchanged". */
const masked = '******'
/** The variables that have another meaning in the command. */
export const curlVariables: readonly string[] = ['URL', 'KEY', 'SECRET']

/**
 * Returns the request as a shell command. Address and key are variables, and so is each secret of the body, written
 * in its place as `"'"$PASSWORD"'"`. Everything else is quoted so that the shell does not interpret it.
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
  /** The line break with the blanks before the next key or item. */
  readonly indent: string
  readonly isSecret: (path: string) => boolean
  readonly secretPaths: readonly string[]
  readonly variables: Set<string>
}

interface PrintedValue extends Pick<PrintContext, 'indent' | 'secretPaths'> {
  readonly text: string
}

/** Every key press shows the request anew, so the texts of unchanged values are cached. */
const knownTexts = new WeakMap<object, Map<string, PrintedValue>>()

/** Prints JSON with the indentation of `JSON.stringify`, for use within single quotes. */
function printValue(value: unknown, place: PrintContext): string {
  if (typeof value !== 'object' || value === null) return newlyPrinted(value, place)
  const { path, indent, secretPaths, variables } = place
  const places = knownTexts.get(value) ?? new Map<string, PrintedValue>()
  const known = places.get(path)
  if (known?.indent === indent && known.secretPaths === secretPaths) return known.text
  const before = variables.size
  const text = newlyPrinted(value, place)
  // The name of a secret's variable depends on the previous variables, so such texts are not cached.
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

/** Returns the name of a variable: `ssl.password` becomes `PASSWORD`, a second one `PASSWORD_2`. */
function variableFor(path: string, taken: Set<string>): string {
  const last = path.split('.').findLast((key) => /[a-z]/i.test(key)) ?? 'value'
  const name = last
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
    // A shell already uses these variables with other values.
    .replace(
      /^(?=(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|OLDPWD|IFS|ENV|TERM|LANG|HOSTNAME|TMPDIR|U?ID|PS\d)$)/,
      'BROKER_',
    )
  let own = name
  for (let count = 2; taken.has(own); count += 1) own = `${name}_${count}`
  taken.add(own)
  return own
}
