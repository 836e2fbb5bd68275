import { compilePcre, Pcre } from '../pcre/compile-pcre.ts'
import { formatPcreFault } from '../pcre/pattern-fault.ts'
import { textScalar } from './scalars.ts'

/** What EMQX compiles before it takes it. */
export const pattern = textScalar('modules:re()', (value) => {
  if (typeof value !== 'string') return { reason: { expected: 'binary()' } }
  const compiled = compilePcre(value)
  return compiled instanceof Pcre
    ? { value }
    : { reason: { regexp: value, compile_error: formatPcreFault(compiled) } }
})
