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

const longest = 1024

/** An expression that can be matched with, or what is wrong with it. */
export function compilePattern(text: string): RegExp | { readonly fault: string } {
  if (text.length > longest) return { fault: `pattern is longer than ${longest} characters` }
  try {
    return new RegExp(text)
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

export const pattern = textScalar('modules:re()', (value) => {
  if (typeof value !== 'string') return { reason: { expected: 'binary()' } }
  const compiled = compilePattern(value)
  return 'fault' in compiled ? { reason: { regexp: value, compile_error: compiled.fault } } : { value }
})
