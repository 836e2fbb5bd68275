import { expect, it } from 'vitest'
import { findDefaults } from './schema-defaults.ts'

const type = { type: 'enum', symbols: ['mqtt'] }
const describe = (components: object) => findDefaults({ components: { schemas: components } }, 'connectors')

/** Two drivers of one type, and an object that both drivers may have. */
const twoDrivers = describe({
  'c.post_one': {
    properties: {
      type,
      driver: { symbols: ['one'], default: 'one' },
      pool: { default: 8 },
      wait: { default: '1s' },
      more: { $ref: '#/components/schemas/more' },
    },
  },
  'c.post_two': {
    properties: {
      type,
      driver: { symbols: ['two'], default: 'two' },
      pool: { default: 8 },
      wait: { default: '2s' },
    },
  },
  more: { properties: { list: { default: [] }, by: { properties: { $name: { default: 1 } } } } },
})

it('leaves out what all descriptions agree on, and neither what tells them apart nor an object', () => {
  const whole = { driver: 'one', pool: 8, wait: '1s', more: { list: [], by: { x: 1, y: 2 } }, odd: 1 }
  const sparse = { driver: 'one', wait: '1s', more: { by: { y: 2 } }, odd: 1 }
  expect(twoDrivers.leaveOut('mqtt:a', whole)).toEqual(sparse)
  expect(twoDrivers.fillIn('mqtt:a', sparse, whole)).toEqual(whole)
  expect(twoDrivers.leaveOut('mqtt:a', { more: { list: [] } })).toEqual({ more: {} })
  expect(twoDrivers.leaveOut('other:a', whole)).toEqual(whole)
})

it('keeps what says which description holds, also of one alone', () => {
  const one = describe({
    'c.post_one': { properties: { type, driver: { symbols: ['one'], default: 'one' } } },
  })
  expect(one.leaveOut('mqtt:a', { driver: 'one' })).toEqual({ driver: 'one' })
})

it('fills in what the cluster has, and nothing that it does not have', () => {
  const here = { pool: 9, wait: '3s', more: { list: [1] } }
  expect(twoDrivers.fillIn('mqtt:a', {}, here)).toEqual({ pool: 8 })
  expect(twoDrivers.fillIn('mqtt:a', { more: {} }, { more: { list: [1] } })).toEqual({ more: { list: [] } })
  expect(twoDrivers.fillIn('mqtt:a', { more: {} }, {})).toEqual({ more: {} })
})

it('fills in no field of another kind of the same thing', () => {
  const kinds = describe({
    'c.post_single': { properties: { type, of: { symbols: ['single'] }, database: { default: 0 } } },
    'c.post_cluster': { properties: { type, of: { symbols: ['cluster'] } } },
  })
  const here = { of: 'single', database: 0 }
  expect(kinds.leaveOut('mqtt:a', here)).toEqual({ of: 'single' })
  expect(kinds.fillIn('mqtt:a', { of: 'single' }, { of: 'single', database: 5 })).toEqual(here)
  expect(kinds.fillIn('mqtt:a', { of: 'cluster' }, here)).toEqual({ of: 'cluster' })
})

it('comes to an end where descriptions refer to each other', () => {
  const circle = describe({
    'c.post_circle': { properties: { type }, oneOf: [{ $ref: '#/components/schemas/c.post_circle' }] },
  })
  expect(circle.leaveOut('mqtt:a', { pool: 8 })).toEqual({ pool: 8 })
})
