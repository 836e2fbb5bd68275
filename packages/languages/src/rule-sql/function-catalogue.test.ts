import { expect, it } from 'vitest'
import { functions } from './evaluate/functions/functions.ts'
import { countArguments, functionCatalogue, matchArguments } from './function-catalogue.ts'

it('knows every function that can be evaluated, and how many arguments each takes', () => {
  const listed = new Map(functionCatalogue.map((entry) => [entry.name, countArguments(entry)]))
  // The second argument of `rtrim` is refused, whatever it is.
  expect(listed.get('rtrim')).toEqual([1])
  const others = [...functions].filter(([name]) => !/^[-+*/]$|^rtrim$/.test(name))
  expect(others.map(([name]) => [name, listed.get(name)])).toEqual(
    others.map(([name, { counts }]) => [name, counts]),
  )
})

it('tells which arguments a call gives where others are left out', () => {
  const given = (name: string, count: number) => {
    const entry = functionCatalogue.find((one) => one.name === name)
    return entry && matchArguments(entry, count).map((one) => one?.name)
  }
  expect(given('date_to_unix_ts', 3)).toEqual(['unit', 'format', 'text'])
  expect(given('date_to_unix_ts', 4)).toEqual(['unit', 'zone', 'format', 'text'])
  expect(given('join_to_string', 1)).toEqual(['list'])
  expect(given('pad', 3)).toEqual(['text', 'length', 'side'])
  expect(given('sprintf', 3)).toEqual(['format', 'any', 'any'])
  expect(given('lower', 2)).toEqual(['text', undefined])
})
