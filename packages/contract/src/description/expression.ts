import { textScalar } from './scalars.ts'

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' }

/** Where an expression such as `concat(username, '-', clientid)` breaks off, as the broker says it. */
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

/** Its functions are not looked up: the broker takes unknown ones too. */
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
