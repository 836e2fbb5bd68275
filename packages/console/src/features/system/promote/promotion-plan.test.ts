import { expect, it } from 'vitest'
import { compareSides } from './compare-sides.ts'
import { planOf } from './promotion-plan.ts'

it('keeps the certificate files of this cluster, and no other text that has such a path in it', () => {
  const settings = (from: string) => ({
    parameters: { topic: `plant/data/certs/${from}` },
    ssl: { cacertfile: `data/certs/connectors/mqtt/x/cacert-${from}` },
  })
  const sides = [
    [{ id: 'mqtt:x', settings: settings('here') }],
    [{ id: 'mqtt:x', settings: settings('there') }],
  ]
  const connectors = compareSides(sides[0] ?? [], sides[1] ?? [])
  const known = { connectors, actions: [], sources: [], rules: [] }
  const { steps } = planOf(known, [{ kind: 'connectors', id: 'mqtt:x' }], false)
  expect(steps.map(({ after }) => after)).toEqual([
    {
      parameters: { topic: 'plant/data/certs/there' },
      ssl: { cacertfile: 'data/certs/connectors/mqtt/x/cacert-here' },
    },
  ])
})
