import { CodecFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printData } from '#lib/data-tree/print-data.ts'
import { bytesFromHex } from '#lib/payload.ts'
import { readPayload } from './read-with-schema.ts'
import { findName, noteName, parseSparkplugTopic } from './sparkplug-names.ts'
import { readSparkplug } from './sparkplug-tree.ts'

const fromHex = (hex: string) => bytesFromHex(hex) ?? new Uint8Array()
/** Written by hand according to the specification: timestamp 1000, metric temp with alias 5, Int32, -4, sequence 0. */
const birth = fromHex('08e807 1210 0a0474656d70 1005 2003 50fcffffff0f 1800')
/** Alias 5 with a float value, and alias 6 with null. */
const change = fromHex('1209 1005 2009 650000ac41 1204 1006 3801 1801')

const read = (bytes: Uint8Array, topic?: string) => {
  const { root, unnamed } = readSparkplug(bytes, topic)
  return { shown: printData(root, { isInline: true }), unnamed }
}

test('metrics are shown by name, with the value first, signed as its type says', () => {
  expect(read(birth)).toEqual({
    shown: '{"timestamp": 1000, "metrics": {"temp": {"value": -4, "alias": 5, "datatype": Int32}}, "seq": 0}',
    unnamed: 0,
  })
})

test('an alias gets the name that the birth of its node has told, and that of no other node', () => {
  expect(read(change, 'spBv1.0/g/NDATA/other').unnamed).toBe(2)
  read(birth, 'spBv1.0/g/NBIRTH/n')
  expect(read(change, 'spBv1.0/g/DDATA/n/device')).toEqual({
    shown:
      '{"metrics": {"temp": {"value": 21.5, "alias": 5, "datatype": Float}, "alias 6": {"alias": 6, "is_null": true}}, "seq": 1}',
    unnamed: 1,
  })
  expect(read(change, 'spBv1.0/g/NDATA/other').unnamed).toBe(2)
})

test('births of anybody do not fill the memory', () => {
  for (let node = 0; node < 150; node += 1) noteName(`flood/${node}`, '1', 'x')
  expect(findName('flood/0', '1')).toBeUndefined()
  expect(findName('flood/149', '1')).toBe('x')
  for (let alias = 0; alias < 10_050; alias += 1) noteName('flood/149', String(alias), 'y')
  expect(findName('flood/149', '10049')).toBeUndefined()
})

test('only payloads of nodes and devices are of this kind', () => {
  expect(parseSparkplugTopic('spBv1.0/g/DBIRTH/n/d')).toEqual({ node: 'g/n', isBirth: true })
  for (const topic of ['spBv1.0/STATE/host', 'spBv1.0/g/NDATA', 'spAv1.0/g/NDATA/n', 'a', '']) {
    expect(parseSparkplugTopic(topic)).toBeUndefined()
  }
})

test('any bytes are read or do not fit', () => {
  expect(() => readSparkplug(birth.subarray(0, -3), undefined)).toThrow(CodecFault)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const reading = readPayload(() => readSparkplug(bytes, 'spBv1.0/g/NBIRTH/n'))
      expect('root' in reading || reading.fault !== '').toBe(true)
    }),
  )
})
