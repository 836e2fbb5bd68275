import fc from 'fast-check'

const { expression: arbitraryExpression } = fc.letrec<{ expression: string; condition: string }>((tie) => {
  const name = fc.constantFrom('a', 'payload', '"a b"', '"select"', 'payload.x[1]', 'a."b.c"[-1]', 'a[b.c]')
  const literal = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((one) => one.toFixed(3)),
    fc.constantFrom("'x'", "''", "'it''s -- no comment'", "'\\u6e29'", 'true'),
  )
  const leaf = fc.oneof(name, literal)
  const one = tie('expression')
  return {
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc
        .tuple(one, fc.constantFrom('+', '-', '*', '/', 'div', 'mod'), one)
        .map(([l, by, r]) => `(${l} ${by} ${r})`),
      fc.tuple(one, fc.constantFrom('+', '-', '*'), one).map(([l, by, r]) => `${l} ${by} ${r}`),
      one.map((of) => `-(${of})`),
      fc.array(one, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc
        .tuple(tie('condition'), one, one)
        .map(([when, gives, other]) => `str(case when ${when} then ${gives} else ${other} end)`),
    ),
    condition: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc
        .tuple(one, fc.constantFrom('=', '!=', '<>', '<', '>=', '=~'), one)
        .map(([l, by, r]) => `${l} ${by} ${r}`),
      fc
        .tuple(tie('condition'), fc.constantFrom('and', 'OR', '-- why\n and'), tie('condition'))
        .map(([l, by, r]) => `(${l}) ${by} ${r}`),
      tie('condition').map((of) => `not (${of})`),
      fc
        .tuple(one, fc.array(one, { minLength: 1, maxLength: 3 }))
        .map(([of, items]) => `${of} in (${items.join(',')})`),
    ),
  }
})

const arbitraryFields = fc
  .array(
    fc.tuple(arbitraryExpression, fc.constantFrom(' as r', ' AS r.s[1] -- said', ' r', ' as q\n-- and\n')),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((fields) => fields.map(([value, alias]) => `${value}${alias}\n`).join(','))

/** Generates statements with comments, brackets and odd names at any place. */
export const arbitraryStatement = fc
  .tuple(arbitraryFields, arbitraryFields, arbitraryExpression, fc.boolean())
  .map(([fields, each, value, isSplit]) =>
    isSplit
      ? `FOREACH ${fields} DO ${each} INCASE ${value} > 1 FROM "t/#", '$events/client_connected'`
      : `SELECT *, ${fields} FROM "t/#", "x" WHERE -- if\n ${value} != 2`,
  )
