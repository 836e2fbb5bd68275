import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { chooseLocale, type LocaleSources } from './locale.ts'

const script = readFileSync(new URL('../../public/static/early-chunks.js', import.meta.url), 'utf8')

/** Runs the script with which the built page starts, and returns the entry of the language that it loads. */
function startedWith({ search, stored, browserLanguage }: LocaleSources) {
  const added: { readonly tag: string; src?: string }[] = []
  const chunksOf = (language: string) => ({ always: [language], login: [], app: [], pages: {} })
  const document = {
    baseURI: 'http://localhost/',
    cookie: '',
    getElementById: () => ({ textContent: JSON.stringify({ en: chunksOf('en'), zh: chunksOf('zh') }) }),
    querySelector: () => null,
    createElement: (tag: string) => ({ tag }),
    addEventListener: (_: string, start: () => void) => start(),
    head: { appendChild: (element: { readonly tag: string }) => added.push(element) },
  }
  runInNewContext(script, {
    URL,
    URLSearchParams,
    window: {
      localStorage: { getItem: (key: string) => (key === 'language' ? stored : null) },
      sessionStorage: { getItem: () => null },
    },
    navigator: { language: browserLanguage },
    location: { hash: '', pathname: '/', href: 'http://localhost/', search },
    document,
    addEventListener: () => undefined,
  })
  return { entry: added.find(({ tag }) => tag === 'script')?.src, cookie: document.cookie }
}

it.each([
  ['', null, 'zh-TW', 'zh'],
  ['', null, 'ZH', 'zh'],
  ['', null, 'de-DE', 'en'],
  ['', 'en', 'zh-CN', 'en'],
  ['?lang=zh', 'en', 'en', 'zh'],
  ['?lang=fr', null, 'en', 'en'],
  ['?lang=fr', 'zh', 'en', 'zh'],
  ['', 'toString', 'zh', 'zh'],
] as const)('search %j, stored %j, browser %j: %s', (search, stored, browserLanguage, expected) => {
  const sources = { search, stored, browserLanguage }
  expect(chooseLocale(sources)).toBe(expected)
  const { entry, cookie } = startedWith(sources)
  expect(entry).toBe(expected)
  // The cookie tells the server what to send at the next visit.
  expect(cookie).toBe(`brokerdeck-start=${expected}.login;path=/;samesite=strict;max-age=31536000`)
})
