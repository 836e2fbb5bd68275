import { parseSync, Visitor } from 'rolldown/utils'
import type { Plugin } from 'vite'

/** Which language a build is for; `scripts/build.mjs` builds once for each. While developing and in tests both are there. */
export const buildLanguage = process.env['VITE_LANGUAGE']

const languages = ['en', 'zh']
/** What of the declaration of a page only the command and the browser tests read. */
const notForBrowser = ['asks', 'visits']

/** Leaves the words of the other languages out: what `messages.ts` chooses among is chosen when the console is built. */
export function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (buildLanguage === undefined || !id.endsWith('/messages.ts')) return null
      return `export { ${buildLanguage} as m } from './messages.${buildLanguage}.ts'`
    },
    transform(code, id) {
      if (buildLanguage === undefined || !/\/src\/routes\/[a-z]+-routes\.ts$/.test(id)) return null
      const others = languages.filter((language) => language !== buildLanguage)
      return { code: withoutKeys(code, [...notForBrowser, ...others]), map: null }
    },
  }
}

function withoutKeys(code: string, keys: readonly string[]): string {
  const left: { readonly start: number; readonly end: number }[] = []
  new Visitor({
    Property({ key, start, end }) {
      if (key.type === 'Identifier' && keys.includes(key.name)) left.push({ start, end })
    },
  }).visit(parseSync('routes.ts', code).program)
  return left
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''), code)
}
