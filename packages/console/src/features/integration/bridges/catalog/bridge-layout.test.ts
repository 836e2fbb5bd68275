import { recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { expect, test } from 'vitest'
import { realSettings } from '#features/integration/bridges/catalog/testing/real-settings.ts'
import { bridgeTypes } from './bridge-catalog.ts'
import { buildBridgeKnowledge, buildBridgeLayout } from './bridge-layout.ts'

test('what something is called comes first, how it waits and retries last', () => {
  const { order } = buildBridgeLayout('connector', 'pgsql')
  expect(order.slice(0, 7)).toEqual([
    'name',
    'connector',
    'description',
    'server',
    'database',
    'username',
    'password',
  ])
  expect(order.indexOf('pool_size')).toBeGreaterThan(order.indexOf('password'))
  expect(order.indexOf('resource_opts')).toBeGreaterThan(order.indexOf('pool_size'))
})

test('what tunes a type is folded for that type alone', () => {
  expect(buildBridgeLayout('action', 'kafka_producer').folded).toContain('parameters.buffer')
  expect(buildBridgeLayout('action', 'mqtt').folded).not.toContain('parameters.buffer')
  expect(buildBridgeLayout('connector', 'redis').folded).toContain('parameters.pool_size')
})

test('a type of a newer broker keeps the order of the broker, with buffers and pools folded', () => {
  const { order, folded } = buildBridgeLayout('action', 'constructor')
  expect(order.slice(0, 3)).toEqual(['name', 'connector', 'description'])
  expect(folded).toContain('resource_opts')
})

test('the form of a type is given its words with its layout', () => {
  const { findWords, folded } = buildBridgeKnowledge('connector', 'kafka_consumer')
  expect(findWords('bootstrap_hosts')?.label).toBe('Bootstrap servers')
  expect(folded).toContain('socket_opts')
})

/** The settings of a type are those at the top of its form, and the folded ones that not every type folds. */
recordedTest('every path of a layout is one of the real type, and nothing that is required is folded', () => {
  const settings = realSettings('enterprise')
  const everywhere = buildBridgeLayout('connector', 'none')
  const shared = new Set([...everywhere.order, ...everywhere.folded])
  for (const { type } of bridgeTypes)
    for (const kind of ['connector', 'action', 'source'] as const) {
      const real = settings.filter((one) => one.kind === kind && one.type === type)
      if (real.length === 0) continue
      const paths = real.map(({ path }) => path.replaceAll('[]', ''))
      const { order, folded } = buildBridgeLayout(kind, type)
      expect({
        kind,
        type,
        unknown: order.filter((path) => !shared.has(path) && !paths.includes(path)),
      }).toEqual({
        kind,
        type,
        unknown: [],
      })
      const required = real.filter(({ isRequired }) => isRequired).map(({ path }) => path)
      expect({ kind, type, hidden: required.filter((path) => folded.includes(path)) }).toEqual({
        kind,
        type,
        hidden: [],
      })
    }
})
