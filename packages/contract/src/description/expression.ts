import { textScalar } from './scalars.ts'

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' }

/**
 * Returns the token at which an expression such as `concat(username, '-', clientid)` is invalid, as the broker names
 * it.
 */
function syntaxError(text: string): string | undefined {
  const open: string[] = []
  const tokens = text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w.${}-]+|\s+|[^\s]/g) ?? []
  for (const token of tokens) {
    const expected = closing[token]
    if (expected !== undefined) open.push(expected)
    else if (token === ')' || token === ']') {
      if (open.pop() !== token) return token
    } else if (/^[^\w\s'".,$]/.test(token) || token === "'" || token === '"') return token
  }
  return open.length === 0 && text.trim() !== '' ? undefined : ''
}

/** Function names are not checked, because the broker accepts unknown functions too. */
export const expression = textScalar('emqx_schema:expression()', (value) => {
  if (typeof value !== 'string') return { reason: { expected: 'binary()' } }
  const before = syntaxError(value)
  if (before === undefined) return { value }
  const shown = before === '' ? '' : JSON.stringify(before)
  return {
    reason: { reason: `syntax error before: ${shown}`, expression: value },
    isValueHidden: true,
  }
})
