import { expect, it } from 'vitest'
import { clauseWords, isAnyCase, keyword, usedWords } from './keyword.ts'

const isWord = (name: string) => keyword(name) !== -1

it('takes words of a statement in any letters, and operators in small ones', () => {
  expect(
    ['select', 'SELECT', 'From', 'foreach', 'DO', 'incase', 'div', 'mod'].filter((name) => !isWord(name)),
  ).toEqual([])
  expect(new Set(['and', 'AND', 'And'].map(keyword)).size).toBe(1)
  expect(new Set(['and', 'or', 'not', 'div', 'mod'].map(keyword)).size).toBe(5)
  expect(['clientid', 'DIV', 'Mod', 'selects', '', 'toString'].filter(isWord)).toEqual([])
})

it('keeps words from being names that no statement has a use for', () => {
  expect(['if', 'elsif'].every(isWord)).toBe(true)
  expect(usedWords).toEqual(expect.arrayContaining(['SELECT', 'FROM', 'WHERE', 'CASE', 'div', 'mod']))
  expect(['IF', 'ELSIF', 'if', 'DIV', 'select'].filter((word) => usedWords.includes(word))).toEqual([])
})

it('tells words in any letters from operators', () => {
  expect(['Select', 'WHERE', 'and', 'IF'].every(isAnyCase)).toBe(true)
  expect(['div', 'mod', 'clientid'].some(isAnyCase)).toBe(false)
  expect(clauseWords.every(isAnyCase)).toBe(true)
})
