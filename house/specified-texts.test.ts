import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRepository } from './repository.ts'
import { specifiedConstants, specifiedTexts, waitingTexts } from './specified-texts.ts'

const repository = readRepository(join(import.meta.dirname, '..'))
const source = 'packages/console/src/'
const messages = repository.code(source).filter(({ name }) => name === 'messages.en.ts')

/** What is filled in has a name of its own in the code. */
const blank = (text: string) => text.replaceAll(/\$?\{[^}]*\}/g, '{}')

/** What a key of a file of messages says, from its line to that of the next key. */
function wordsOf(folder: string, key: string): readonly string[] {
  const text = repository.file(`${source}${folder}/messages.en.ts`)?.text ?? ''
  const own = new RegExp(`^  '?${key}'?:([\\s\\S]*?)(?=^  '?[\\w.]+'?:|^\\})`, 'm').exec(text)?.[1] ?? ''
  return literalsOf(own)
}

function literalsOf(code: string): readonly string[] {
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`|"([^"\n]*)"/g)].map(
    ([, single, template, double]) => blank((single ?? template ?? double ?? '').replaceAll("\\'", "'")),
  )
}

/** Files that read the messages of a folder: from within it, or by its name. */
function isUsed(folder: string, key: string): boolean {
  return repository.code(source).some(({ path, name, isTest, text }) => {
    if (isTest || name.startsWith('messages.')) return false
    const isNear = path.startsWith(`${source}${folder}/`) && text.includes('messages.ts')
    const isFar = text.includes(`/${folder.slice(folder.lastIndexOf('/') + 1)}/messages.ts'`)
    return (isNear || isFar) && new RegExp(`\\.${key}\\b|\\['${key}'\\]`).test(text)
  })
}

test.each(specifiedTexts)('$text', ({ text, places }) => {
  expect(places.length).toBeGreaterThan(0)
  for (const [folder, key] of places) {
    expect(wordsOf(folder, key), `${folder}: ${key}`).toContain(blank(text))
    expect(isUsed(folder, key), `${folder}: ${key} is used`).toBe(true)
  }
})

test.each(waitingTexts)('$text waits for $waitsFor', ({ text }) => {
  const found = messages.filter((file) => literalsOf(file.text).includes(blank(text)))
  expect(found.map(({ path }) => path)).toEqual([])
})

test.each(specifiedConstants)('$clause', ({ file, holds }) => {
  expect(repository.file(`packages/${file}`)?.text).toContain(holds)
})
