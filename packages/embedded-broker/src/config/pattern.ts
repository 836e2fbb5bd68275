import { textScalar } from '@brokerdeck/contract/description/scalars.ts'
import { compilePcre, Pcre } from '@brokerdeck/languages/pcre/compile-pcre.ts'
import { formatPcreFault } from '@brokerdeck/languages/pcre/pattern-fault.ts'

/** A pattern that EMQX compiles before it accepts it. */
export const pattern = textScalar('modules:re()', (value) => {
  if (typeof value !== 'string') return { reason: { expected: 'binary()' } }
  const compiled = compilePcre(value)
  return compiled instanceof Pcre
    ? { value }
    : { reason: { regexp: value, compile_error: formatPcreFault(compiled) } }
})
