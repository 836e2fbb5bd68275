import { expect, it } from 'vitest'
import { chooseLocale } from './locale.ts'

it.each([
  ['', null, 'zh-TW', 'zh'],
  ['', null, 'ZH', 'zh'],
  ['', null, 'de-DE', 'en'],
  ['', 'en', 'zh-CN', 'en'],
  ['?lang=zh', 'en', 'en', 'zh'],
  ['?lang=fr', null, 'en', 'en'],
] as const)('search %j, stored %j, browser %j: %s', (search, stored, browserLanguage, expected) => {
  expect(chooseLocale({ search, stored, browserLanguage })).toBe(expected)
})
