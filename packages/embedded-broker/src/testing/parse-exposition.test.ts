import { expect, it } from 'vitest'
import { parseExposition } from './parse-exposition.ts'

const parse = (text: string) => parseExposition(Buffer.from(text, 'latin1'))

it('reads samples, labels with escapes, and values', () => {
  expect(parse('# TYPE a counter\n# HELP a \na 1\na{c="x",b="\\"\\\\\\n"} -1.5e3\n\n')).toEqual([
    { name: 'a', labels: [], value: 1 },
    {
      name: 'a',
      labels: [
        ['b', '"\\\n'],
        ['c', 'x'],
      ],
      value: -1500,
    },
  ])
  expect(parse('# TYPE a histogram\na_bucket{le="+Inf"} 1\na_sum NaN\na_count 1\n')).toHaveLength(3)
})

it.each([
  ['a line that is none', '# TYPE a gauge\na 1\nb c d\n'],
  ['a line without its end', '# TYPE a gauge\na 1'],
  ['bytes that are no UTF-8', '# TYPE a gauge\na{b="\xff"} 1\n'],
  ['a quote that ends a label early', '# TYPE a gauge\na{b="c"d"} 1\n'],
  ['a backslash that escapes nothing', '# TYPE a gauge\na{b="\\q"} 1\n'],
  ['a label that a line ends', '# TYPE a gauge\na{b="c\nd"} 1\n'],
  ['a label twice', '# TYPE a gauge\na{b="c",b="d"} 1\n'],
  ['a series twice', '# TYPE a gauge\na{b="c",d="e"} 1\na{d="e",b="c"} 1\n'],
  ['a metric torn apart', '# TYPE a gauge\n# TYPE b gauge\na 1\nb 1\na{c="d"} 1\n'],
  ['a metric without a type', 'a 1\n'],
  ['two types', '# TYPE a gauge\n# TYPE a counter\na 1\n'],
  ['a type that is none', '# TYPE a number\na 1\n'],
  ['a value that is none', '# TYPE a gauge\na undefined\n'],
])('refuses %s', (_what, text) => {
  expect(() => parse(text)).toThrow()
})
