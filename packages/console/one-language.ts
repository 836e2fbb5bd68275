import type { Plugin } from 'vite'

/** Which language a build is for; `scripts/build.mjs` builds once for each. While developing and in tests both are there. */
export const buildLanguage = process.env['VITE_LANGUAGE']

/** Leaves the words of the other languages out: what `messages.ts` chooses among is chosen when the console is built. */
export function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    apply: 'build',
    load(id) {
      if (buildLanguage === undefined || !id.endsWith('/messages.ts')) return null
      return `export { ${buildLanguage} as m } from './messages.${buildLanguage}.ts'`
    },
  }
}
