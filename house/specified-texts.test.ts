import { join } from 'node:path'
import { allRoutes, areas, redirects, routeAt } from '@brokerdeck/console/routes/routes.ts'
import { expect, test } from 'vitest'
import { isCatalog } from './catalog.ts'
import { edgesOf } from './module-graph.ts'
import { readRepository } from './repository.ts'
import {
  clausesWithoutPlace,
  specifiedClientColumns,
  specifiedConstants,
  specifiedLabels,
  specifiedRoutes,
} from './specified-facts.ts'
import { specifiedTexts, waitingTexts } from './specified-texts.ts'

const repository = readRepository(join(import.meta.dirname, '..'))
const source = 'packages/console/src/'
const catalogs = repository.code(source).filter(({ path }) => isCatalog(path))

/** Removes the names of placeholders, because the code has names of its own. */
const blank = (text: string) => text.replaceAll(/\$?\{[^}]*\}/g, '{}')

/**
 * Returns the catalog of a place: `features/system/accounts` is one of several catalogs of its area, while `app` has
 * a single catalog.
 */
function catalogOf(place: string): string {
  const whole = `${place}/messages`
  return repository.file(`${source}${whole}.ts`) ? whole : place.replace(/\/([^/]+)$/, '/messages/$1')
}

/** Returns the texts of a key of a catalog, from its line to that of the next key. */
function wordsOf(catalog: string, name: string, key: string): readonly string[] {
  const text = repository.file(`${source}${catalog}.ts`)?.text ?? ''
  const words = new RegExp(`^export const ${name} = \\{([\\s\\S]*?^\\})`, 'm').exec(text)?.[1] ?? ''
  const own = new RegExp(`^  '?${key}'?:([\\s\\S]*?)(?=^  '?[\\w.]+'?:|^\\})`, 'm').exec(words)?.[1] ?? ''
  return literalsOf(own)
}

const vocabulary = repository.file(`${source}i18n/vocabulary.ts`)?.text ?? ''

/** Returns the text of the vocabulary for a word, in quotes. */
function spellingOf(word: string): string {
  return new RegExp(`^  ${word}: (['"].*['"]),$`, 'm').exec(vocabulary)?.[1] ?? ''
}

function literalsOf(code: string): readonly string[] {
  const spelt = code.replaceAll(/(?<![\w/])vocabulary\.(\w+)/g, (_, word: string) => spellingOf(word))
  return [...spelt.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`|"([^"\n]*)"/g)].map(
    ([, single, template, double]) => blank((single ?? template ?? double ?? '').replaceAll("\\'", "'")),
  )
}

/** Tells whether a file imports the texts of this name from the catalog, and reads the key. */
function isUsed(catalog: string, name: string, key: string): boolean {
  return repository.code(source).some((file) => {
    if (file.isTest || !edgesOf(file).some(({ target }) => target === `${source}${catalog}.ts`)) return false
    const imported = new RegExp(
      `^import \\{[^}]*\\b${name}(?: as (\\w+))?\\b[^}]*\\} from '[^']*messages`,
      'gm',
    )
    return [...file.text.matchAll(imported)].some(([, known = name]) =>
      new RegExp(`\\b${known}(\\.${key}\\b|\\['${key}'\\])`).test(file.text),
    )
  })
}

test.each(specifiedTexts)('$text', ({ text, places }) => {
  expect(places.length).toBeGreaterThan(0)
  for (const [place, words] of places) {
    const [name = '', key = ''] = words.split(/\.(.*)/)
    const catalog = catalogOf(place)
    expect(wordsOf(catalog, name, key), `${catalog} ${name}: ${key}`).toContain(blank(text))
    expect(isUsed(catalog, name, key), `${catalog} ${name}: ${key} is used`).toBe(true)
  }
})

test.each(waitingTexts)('$text waits for $waitsFor', ({ text }) => {
  const found = catalogs.filter((file) => literalsOf(file.text).includes(blank(text)))
  expect(found.map(({ path }) => path)).toEqual([])
})

test.each(specifiedConstants)('$clause', ({ file, holds }) => {
  expect(repository.file(`packages/${file}`)?.text).toContain(holds)
})

test.each(clausesWithoutPlace)('$clause: $why', ({ clause }) => {
  expect(specifiedConstants.map((one) => one.clause)).not.toContain(clause)
})

test.each(specifiedRoutes)('$path is a page, or leads to one', ({ path, leadsTo }) => {
  if (leadsTo !== undefined) return expect(redirects).toMatchObject({ [path]: leadsTo })
  const [, page] = routeAt(path) ?? []
  expect(page?.path).toBeDefined()
  // If a parameter allows only a few words, the address contains one of these words.
  const parts = page?.path.split('/') ?? []
  for (const [name, words] of Object.entries(page?.params ?? {}))
    expect(words).toContain(path.split('/')[parts.indexOf(`$${name}`)])
})

const labels = [
  ...Object.values(areas).map(({ title }) => title.en),
  ...allRoutes().flatMap(([, page]) => ('title' in page ? [page.title.en] : [])),
]

test.each(specifiedLabels)('the menu says %s to the letter', (label) => {
  expect(labels).toContain(label)
})

test('all other labels of the menu are in one case: each word of them begins with a capital', () => {
  const specified = new Set<string>(specifiedLabels)
  const own = labels.filter((label) => !specified.has(label))
  expect(own.length).toBeGreaterThan(30)
  expect(own.filter((label) => /(^|[ -])\p{Ll}/u.test(label))).toEqual([])
})

test('the client table begins with the columns of §3', () => {
  const file = repository.file(`${source}features/traffic/clients/client-columns.tsx`)?.text ?? ''
  const declared = file.split('export const clientColumns')[1]?.split(/\n {2}(?=\{|[a-z]\w+\()/) ?? []
  const shown = declared.filter((one) => !one.includes('isExtra: true'))
  const ids = shown.flatMap((one) => /^\{\n {4}id: '(\w+)'/.exec(one)?.[1] ?? [])
  expect(ids.toSorted()).toEqual(specifiedClientColumns.toSorted())
})
