import type { Contract } from '@brokerdeck/contract/contract.ts'
import { endpoint } from '@brokerdeck/contract/endpoint.ts'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { apiResources } from '../api-resources.ts'
import { createTestBroker } from '../testing/test-broker.ts'
import type { ApiResource } from './api-resource.ts'
import { apiResource } from './api-resource.ts'

const lamp = {
  get: endpoint({
    method: 'GET',
    path: '/lamp',
    response: { 200: v.string() },
    errors: [],
    access: 'public',
  }),
}

const steps: string[] = []
const lampApi = apiResource({
  endpoints: lamp,
  uses: ['edition'],
  state: ({ edition }) => {
    steps.push(`opened in ${edition}`)
    return { light: { close: async () => void steps.push('closed') }, colour: 'green' }
  },
  handlers: {
    get: (_received, { colour, ...given }) => ({
      status: 200,
      body: `${colour}: ${Object.keys(given).sort().join(' ')}`,
    }),
  },
})

it('gives handlers who asks, the pieces they name and their own state, nothing else', async () => {
  const { context, close } = await createTestBroker()
  const { pieces } = await lampApi.open(context)
  const asking = { caller: undefined, ip: '', accept: '' }
  const answer = await lampApi.handlers.get(
    { params: undefined, query: undefined, body: undefined },
    { ...asking, edition: context.edition, ...lampApi.own(context) },
  )
  expect(answer.body).toBe('green: accept caller edition ip light')
  expect(Object.keys(pieces).sort()).toEqual(['colour', 'edition', 'light'])
  await close()
})

it('closes its state with the broker', async () => {
  steps.length = 0
  const { context, close } = await createTestBroker()
  const lit = await lampApi.open(context)
  expect(steps).toEqual(['opened in community'])
  await lit.close()
  expect(steps).toEqual(['opened in community', 'closed'])
  await close()
})

it('does not compile with a piece that is not named, or with a resource of the contract left out', () => {
  apiResource({
    endpoints: lamp,
    uses: ['edition'],
    handlers: {
      // @ts-expect-error: the users are not asked for
      get: (_received, { users }) => ({ status: 200, body: String(users) }),
    },
  })
  const { alarms, ...others } = apiResources
  // @ts-expect-error: the alarms have no resource
  const incomplete: { readonly [K in keyof Contract]: ApiResource<Contract[K]> } = others
  expect(Object.values(incomplete)).not.toContain(alarms)
})
