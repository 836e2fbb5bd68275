import { readJson, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { expect, test } from 'vitest'
import { listComponentNames } from '#kit/form/from-server-schema.ts'
import { bridgeType, bridgeTypes, toConnectorType } from './bridge-catalog.ts'

test('every type has a name, what it needs and a drawing of its own', () => {
  expect(bridgeTypes).toHaveLength(38)
  expect(new Set(bridgeTypes.map(({ label }) => label)).size).toBe(38)
  expect(new Set(bridgeTypes.map(({ icon }) => icon)).size).toBe(38)
  for (const { needs, icon } of bridgeTypes) {
    expect(needs).not.toBe('')
    expect(icon).toMatch(/^M[-\d.\sa-zA-Z]+$/)
  }
})

test('a type is found by what people call it', () => {
  const found = (word: string) =>
    bridgeTypes.filter(({ find }) => find.includes(word)).map(({ type }) => type)
  expect(found('postgres')).toEqual(['pgsql', 'timescale', 'matrix'])
  expect(found('webhook')).toEqual(['http'])
  expect(found('amqp')).toEqual(['rabbitmq'])
  expect(found('时序')).toEqual([])
  expect(found('对象存储')).toEqual(['s3', 'azure_blob_storage'])
})

test('a type of a newer broker is called by its own name and has a drawing', () => {
  expect(bridgeType('quantum_lake-v2')).toMatchObject({
    label: 'Quantum Lake V2',
    group: 'others',
    isKnown: false,
    directions: ['action', 'source'],
  })
  expect(bridgeTypes.map(({ icon }) => icon)).not.toContain(bridgeType('quantum_lake').icon)
  expect(bridgeType('toString').isKnown).toBe(false)
})

test('an action names the type of its connector, under its former name too', () => {
  expect(toConnectorType('kafka_producer')).toBe('kafka_producer')
  expect(toConnectorType('webhook')).toBe('http')
  expect(toConnectorType('mongodb_rs')).toBe('mongodb')
  expect(toConnectorType('quantum_lake')).toBe('quantum_lake')
})

recordedTest('the types and their directions are those of the real schemas of both editions', () => {
  for (const edition of ['community', 'enterprise'] as const) {
    const connectors = readJson(`contract/schemas-${edition}-connectors.json`)
    const bridges = readJson(`contract/schemas-${edition}-actions.json`)
    for (const { type, directions, edition: from } of bridgeTypes) {
      const isOffered = edition === 'enterprise' || from === 'community'
      const has = (document: unknown, of: 'connector' | 'action' | 'source') =>
        listComponentNames(document, type, 'post', of).length > 0
      expect([type, has(connectors, 'connector')]).toEqual([type, isOffered])
      const offered = (['action', 'source'] as const).filter((of) => has(bridges, of))
      expect([type, offered]).toEqual([type, isOffered ? directions : []])
    }
  }
})
