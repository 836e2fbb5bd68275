import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { endpoints, readJson, recordedTest } from './testing/shared-material.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

const documentSchema = v.object({ paths: v.record(v.string(), v.record(v.string(), v.unknown())) })

/** Removes the names of parameters: the contract and the documents choose their own names. */
const shape = (operation: string) => operation.replaceAll(/\{[^}]+\}|:\w+/g, '{}')

const offered = new Set(endpoints.map(({ method, path }) => shape(`${method} ${path}`)))

const listed = [
  ...readFileSync(new URL('../../../docs/api-coverage.md', import.meta.url), 'utf8').matchAll(/^- `(.*)`$/gm),
].map(([, operation = '']) => operation)

it('nothing is listed as not asked that the contract has, or twice', () => {
  expect(listed.length).toBeGreaterThan(0)
  expect(listed.filter((operation) => offered.has(shape(operation)))).toEqual([])
  expect(listed).toHaveLength(new Set(listed).size)
})

recordedTest('every documented operation is in the contract or listed with its reason', () => {
  const documented = ['community', 'enterprise'].flatMap((edition) => {
    const { paths } = v.parse(documentSchema, readJson(`contract/openapi-${edition}-5.8.9.json`))
    return Object.entries(paths).flatMap(([path, operations]) =>
      methods.filter((method) => method in operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
  })
  const missing = new Set(documented.filter((operation) => !offered.has(shape(operation))))
  expect([...missing].toSorted()).toEqual(listed.toSorted())
})
