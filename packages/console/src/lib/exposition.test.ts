import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseExposition } from './exposition.ts'

it('reads families with their samples and labels', () => {
  const text = [
    '# TYPE emqx_connections_count gauge',
    '# HELP emqx_connections_count ',
    'emqx_connections_count{node="emqx@127.0.0.1"} 4',
    'emqx_connections_count{node="emqx2@127.0.0.2"} +Inf 1700000000000',
    '# TYPE emqx_rule_enable gauge',
    'bare_metric 1.5e3',
    'not a sample at all',
    '',
  ].join('\n')
  expect(parseExposition(text)).toEqual([
    {
      name: 'emqx_connections_count',
      kind: 'gauge',
      samples: [
        { name: 'emqx_connections_count', labels: { node: 'emqx@127.0.0.1' }, value: 4 },
        {
          name: 'emqx_connections_count',
          labels: { node: 'emqx2@127.0.0.2' },
          value: Number.POSITIVE_INFINITY,
        },
      ],
    },
    { name: 'emqx_rule_enable', kind: 'gauge', samples: [] },
    { name: 'bare_metric', kind: 'untyped', samples: [{ name: 'bare_metric', labels: {}, value: 1500 }] },
  ])
})

it('gives back any label as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (first, second) => {
      const escaped = (value: string) =>
        value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
      const line = `m{a="${escaped(first)}",b="${escaped(second)}"} 1`
      // A carriage return ends no line of the format, and no output of the broker contains one.
      fc.pre(!/[\r\u2028\u2029]/.test(first + second))
      expect(parseExposition(line)[0]?.samples[0]?.labels).toEqual({ a: first, b: second })
    }),
  )
})
