import { boolean, secret, text } from '@brokerdeck/contract/description/scalars.ts'
import { field, mapOf, required, struct, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { endpoint } from '@brokerdeck/contract/endpoint.ts'
import { flag } from '@brokerdeck/contract/scalars.ts'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { Config } from '../config/config.ts'
import { configRoot } from '../config/config-root.ts'
import { isPlainObject } from '../config/plain-object.ts'
import { memoryStore } from '../storage/memory-store.ts'
import { createTestBroker } from '../testing/test-broker.ts'
import { ApiRefusal, refusal } from './api-refusal.ts'
import { configResource } from './config-resource.ts'

const shape = v.object({ name: v.string(), enable: v.boolean(), key: v.optional(v.string()) })
const params = v.object({ name: v.string() })
const response = { 200: shape }
const rest = { errors: [], access: 'token' } as const
const lamps = {
  list: endpoint({ method: 'GET', path: '/lamps', response: { 200: v.array(shape) }, ...rest }),
  create: endpoint({ method: 'POST', path: '/lamps', body: shape, response: { 201: shape }, ...rest }),
  get: endpoint({ method: 'GET', path: '/lamps/:name', params, response, ...rest }),
  enable: endpoint({
    method: 'PUT',
    path: '/lamps/:name/enable/:enable',
    params: v.object({ name: v.string(), enable: flag }),
    response: { 204: null },
    ...rest,
  }),
}

const root = configRoot({
  name: 'lamps',
  shape: v.record(v.string(), v.unknown()),
  schema: mapOf(
    'name',
    struct('lamps:lamp', {
      name: required(text),
      enable: withDefault(boolean, true),
      key: field(secret),
    }),
  ),
})

const nameOf = (lamp: unknown) => (isPlainObject(lamp) ? String(lamp['name']) : '')
const lampsApi = configResource({
  endpoints: lamps,
  uses: [],
  root,
  place: {
    documentsIn: (all) => (isPlainObject(all) ? Object.values(all) : []),
    toRoot: (all) => Object.fromEntries(all.map((lamp) => [nameOf(lamp), lamp])),
  },
  shape,
  getId: ({ name }) => name,
  refusals: {
    unknown: (id) => refusal(404, 'NOT_FOUND', `no lamp ${id}`),
    exists: (id) => refusal(400, 'ALREADY_EXISTS', id),
  },
  answer: (lamp) => lamp,
  handlers: {},
})

async function open() {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const config = new Config(memoryStore(), [root], 'community')
  const { pieces } = await lampsApi.open({ ...broker.context, config })
  return (name: keyof typeof lamps, params: unknown, body?: unknown) =>
    lampsApi.handlers[name]?.(
      { params, query: undefined, body },
      { caller: undefined, ip: '', accept: '', ...pieces },
    )
}

it('answers with the status of the contract, and turns a document off and on without another change', async () => {
  const ask = await open()
  const hall = { name: 'hall', enable: true, key: '******' }
  expect(await ask('create', {}, { name: 'hall', key: 'hidden' })).toEqual({ status: 201, body: hall })
  expect(await ask('enable', { name: 'hall', enable: false })).toEqual({ status: 204, body: undefined })
  expect(await ask('list', {})).toEqual({ status: 200, body: [{ ...hall, enable: false }] })
  await ask('enable', { name: 'hall', enable: true })
  expect(await ask('get', { name: 'hall' })).toEqual({ status: 200, body: hall })
  await expect(ask('enable', { name: 'attic', enable: true })).rejects.toMatchObject({ status: 404 })
})

it('says what is wrong as JSON with place and rule, unless its resource has other words', async () => {
  const ask = await open()
  const refused = await Promise.resolve(ask('create', {}, { name: 'hall', enable: 'perhaps' })).catch(
    (error: unknown) => (error instanceof ApiRefusal ? error.body : error),
  )
  expect(refused).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('"path":"lamps.hall.enable"'),
  })
})
