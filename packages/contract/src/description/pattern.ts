import { textScalar } from './scalars.ts'

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
