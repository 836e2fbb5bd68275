import { expect, test } from 'vitest'
import { joinChunks, type PlainChunk, type View } from './join-chunks.ts'

const plain = { bytes: 500, hasStyles: false, imports: [], isNamed: false, isJoinable: true }

function toChunks(given: Readonly<Record<string, Partial<PlainChunk>>>): ReadonlyMap<string, PlainChunk> {
  return new Map(Object.entries(given).map(([name, one]) => [name, { ...plain, name, ...one }]))
}

const view = (...chunks: readonly string[]): View => ({ chunks, weight: 1, mostWaste: 20_000 })

const listMembers = (chunks: ReadonlyMap<string, PlainChunk>, ...views: readonly View[]) =>
  joinChunks(chunks, views).map(({ members }) => members)

test('what is always loaded together becomes one file, what never is stays apart', () => {
  const chunks = toChunks({ rules: {}, words: {}, icons: {} })
  expect(listMembers(chunks, view('rules', 'words'), view('icons'))).toEqual([['rules', 'words']])
})

test('a small file that some do not need comes with another, a large one does not', () => {
  const views = [view('page', 'part'), view('page', 'part'), view('page')]
  expect(listMembers(toChunks({ page: {}, part: { bytes: 2_000 } }), ...views)).toEqual([['page', 'part']])
  expect(listMembers(toChunks({ page: {}, part: { bytes: 12_000 } }), ...views)).toEqual([])
})

test('what a part stands on counts where the part would come for nothing', () => {
  const chunks = toChunks({
    page: {},
    part: { imports: ['engine'] },
    engine: { bytes: 12_000, isJoinable: false },
  })
  expect(listMembers(chunks, view('page', 'part'), view('page', 'part'), view('page'))).toEqual([])
})

test('nobody carries more than he may', () => {
  const chunks = toChunks({ page: {}, part: {} })
  const many = Array.from({ length: 20 }, () => view('page', 'part'))
  expect(listMembers(chunks, ...many, view('page'))).toEqual([['page', 'part']])
  expect(listMembers(chunks, ...many, { ...view('page'), mostWaste: 0 })).toEqual([])
})

test('what is there before a view is no weight of it', () => {
  const chunks = toChunks({ page: {}, part: {}, editor: {} })
  const many = Array.from({ length: 20 }, () => view('page', 'part'))
  const editor = { chunks: ['page', 'editor'], weight: 0, mostWaste: 0 }
  expect(listMembers(chunks, ...many, editor)).toEqual([])
  expect(listMembers(chunks, ...many, { ...editor, before: ['page'] })).toEqual([['page', 'part']])
})

test('two files never come to need each other', () => {
  const chunks = toChunks({
    page: { imports: ['middle'] },
    middle: { imports: ['base'], isJoinable: false },
    base: {},
  })
  expect(listMembers(chunks, view('page'))).toEqual([])
})

test('what is looked for by its name keeps it, and a file of its own', () => {
  const chunks = toChunks({ small: { isNamed: true, bytes: 10 }, large: {}, other: { isNamed: true } })
  const joined = joinChunks(chunks, [view('small', 'large'), view('small', 'large', 'other')])
  expect(joined).toEqual([{ name: 'small', members: ['small', 'large'] }])
})

test('two joined files have two names', () => {
  const words = { name: 'words' }
  const chunks = toChunks({ a: words, b: words, c: words, d: words })
  const names = joinChunks(chunks, [view('a', 'b'), view('c', 'd')]).map(({ name }) => name)
  expect(names).toHaveLength(2)
  expect(new Set(names).size).toBe(2)
})

test('a file of styles is saved with the file that it belongs to', () => {
  const styled = { bytes: 6_000, hasStyles: true }
  const views = [view('page', 'part'), view('page')]
  expect(listMembers(toChunks({ page: styled, part: styled }), ...views)).toEqual([['page', 'part']])
  expect(listMembers(toChunks({ page: { bytes: 6_000 }, part: { bytes: 6_000 } }), ...views)).toEqual([])
})
