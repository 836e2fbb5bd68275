import { expect, it } from 'vitest'
import { joinLanguages } from './join-languages.mjs'

const pageOf = (lists: unknown, title = 'Console') =>
  `<head><title>${title}</title>\n    <script type="application/json" id="early-chunks">${JSON.stringify(lists)}</script></head>`

it('asks in the page for what all languages need, and lists the rest by language', () => {
  const page = joinLanguages([
    pageOf({ en: { always: ['en.js', 'react.js'], login: ['login-en.js'] } }),
    pageOf({ zh: { always: ['zh.js', 'react.js'], login: ['login-zh.js'] } }),
  ])
  expect(page.match(/href="[^"]+"/g)).toEqual(['href="./react.js"'])
  expect(JSON.parse(/>(\{.*\})</.exec(page)?.[1] ?? '')).toEqual({
    en: { always: ['en.js'], login: ['login-en.js'] },
    zh: { always: ['zh.js'], login: ['login-zh.js'] },
  })
})

it('refuses pages that differ in anything else', () => {
  expect(() => joinLanguages([pageOf({}), pageOf({}, '控制台')])).toThrow('differs')
})
