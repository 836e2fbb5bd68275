import { contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { allQuestions } from './questions.ts'

test('what the pages declare to read, with the little beside it, is all that the contract can read', () => {
  const reads = Object.values(contract)
    .flatMap((resource): readonly Endpoint[] => Object.values(resource))
    .filter(
      ({ method, gives, response }) => method === 'GET' && gives !== 'file' && response[200] !== undefined,
    )
  const asked = new Set(allQuestions().map(({ endpoint }) => endpoint.path))
  const paths = reads.map(({ path }) => path)
  // This path is left out, because a device must have received a request before.
  const unasked = '/gateways/lwm2m/clients/:clientid/lookup'
  expect([...asked, unasked].sort()).toEqual(paths.sort())
})

test('what only Enterprise has the console can do without', () => {
  const dispensable = allQuestions().filter(({ isDispensable }) => isDispensable)
  const paths = dispensable.map(({ endpoint }) => endpoint.path)
  expect(paths).toEqual(expect.arrayContaining(['/audit', '/license', '/license/setting', '/sso']))
  expect(paths).not.toContain('/clients')
})
