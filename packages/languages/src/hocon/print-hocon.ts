/** Prints a document as HOCON with sorted keys, as the broker prints its configuration. */
export function printHocon(document: Readonly<Record<string, unknown>>): string {
  return fields(document, '')
}

/** The texts that the broker's own reader accepts without quotes, which are fewer than HOCON allows. */
const bareKey = /^[A-Za-z][A-Za-z0-9_-]*$/
const bareText = /^[A-Za-z][A-Za-z0-9_]*$/
const meaningful = ['true', 'false', 'on', 'off', 'null', 'include']

function fields(document: Readonly<Record<string, unknown>>, indent: string): string {
  const lines = Object.keys(document)
    .filter((key) => document[key] !== undefined)
    .sort()
    .map((key) => {
      const name = bareKey.test(key) && !meaningful.includes(key) ? key : JSON.stringify(key)
      const value = document[key]
      return `${indent}${name}${isObject(value) ? ' ' : ' = '}${printValue(value, indent)}\n`
    })
  return lines.join('')
}

function printValue(value: unknown, indent: string): string {
  if (isObject(value)) {
    const inner = fields(value, `${indent}  `)
    return inner === '' ? '{}' : `{\n${inner}${indent}}`
  }
  if (Array.isArray(value)) return printList(value, indent)
  if (typeof value === 'string') return isBare(value) ? value : JSON.stringify(value)
  // Unquoted text may contain no plus sign, and an exponent requires a fraction before it: 1e+21 becomes 1.0e21.
  if (typeof value === 'number') {
    return JSON.stringify(value).replace(
      /^(-?\d+)(\.\d+)?e\+?/,
      (_all, whole, rest = '.0') => `${whole}${rest}e`,
    )
  }
  return value === true || value === false ? String(value) : 'null'
}

/** Prints a list. Unquoted words are printed on one line. */
function printList(items: readonly unknown[], indent: string): string {
  const inner = `${indent}  `
  if (items.every((item) => typeof item === 'string' && isBare(item))) return `[${items.join(', ')}]`
  return `[\n${items.map((item) => `${inner}${printValue(item, inner)}`).join(',\n')}\n${indent}]`
}

const isBare = (text: string): boolean => bareText.test(text) && !meaningful.includes(text)

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
