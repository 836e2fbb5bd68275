import { existsSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'rolldown/utils'
import type { Plugin } from 'vite'

/**
 * The language of a build; `scripts/build.mjs` builds once for each language. During development and in tests both
 * languages are available.
 */
export const buildLanguage = process.env['VITE_LANGUAGE']

const languages = ['en', 'zh']
/** The parts of a page declaration that only the command, the browser tests and the type checker read. */
const notForBrowser = ['asks', 'parts', 'visits', 'search']
/**
 * Matches a catalog of words in English: `messages.ts`, or one of several below `messages/`. Its Chinese words are
 * beside it, in `.zh.ts`.
 */
const catalog = /\/messages(?:\/[a-z-]+)?\.ts$/
const onlyOne = /\.ts\?only=(\w+)$/
const asWritten = '?as-written'

/**
 * Gives modules that import from a catalog the words in the language of the page. A build has a single language: the
 * others are left out, and the words of each screen become a module of their own, so that no page loads the words of
 * its neighbours. During development and in tests, a catalog chooses when it is loaded.
 */
export function oneLanguage(language = buildLanguage): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!onlyOne.test(id)) return null
      const [path = '', only] = id.split('?')
      const found = await this.resolve(path, importer)
      return found === null ? null : `${found.id}?${only}`
    },
    async load(id) {
      if (language === undefined && catalog.test(id) && existsSync(inLanguage(id, 'zh')))
        return writeChoiceAtLoad(id)
      const name = onlyOne.exec(id)?.[1]
      if (name === undefined) return null
      const [path = ''] = id.split('?')
      this.addWatchFile(path)
      const code = onlyExport(readFileSync(path, 'utf8'), name)
      const specifier = /'(.+\/vocabulary(?:\.\w+)?\.ts)'/.exec(code)?.[1]
      const vocabulary = specifier === undefined ? null : await this.resolve(specifier, path)
      return vocabulary === null ? code : withVocabulary(code, readFileSync(vocabulary.id, 'utf8'))
    },
    transform(code, id) {
      if (language === undefined || !/\/src\/.+\.tsx?$/.test(id)) return null
      if (/\/src\/routes\/[a-z]+-routes\.ts$/.test(id)) {
        const others = languages.filter((one) => one !== language)
        return { code: withoutKeys(code, [...notForBrowser, ...others]), map: null }
      }
      return code.includes('/messages') ? { code: fromCatalogs(code, id, language), map: null } : null
    },
  }
}

/** Returns the path of a catalog in a language. */
function inLanguage(path: string, language: string): string {
  return language === 'en' ? path : path.replace(/ts$/, `${language}.ts`)
}

function writeChoiceAtLoad(path: string): string {
  const names = [...readFileSync(path, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
  return [
    "import { locale } from '#i18n/locale.ts'",
    `import * as en from '${path}${asWritten}'`,
    `import * as zh from '${inLanguage(path, 'zh')}'`,
    `export const { ${names.join(', ')} } = locale === 'zh' ? zh : en`,
  ].join('\n')
}

/** Replaces `import { users as m } from '../messages.ts'` by the import of that single export, in one language. */
function fromCatalogs(code: string, id: string, language: string): string {
  const imports = parseSync(id, code).program.body.filter((node) => node.type === 'ImportDeclaration')
  return imports
    .filter(({ source, importKind }) => importKind === 'value' && catalog.test(source.value))
    .toReversed()
    .reduce((rest, { source, specifiers, start, end }) => {
      const path = inLanguage(source.value, language)
      const single = specifiers.map((one) => {
        if (one.type !== 'ImportSpecifier') throw new Error(`${id}: name what you take from ${source.value}`)
        const name = one.imported.type === 'Identifier' ? one.imported.name : one.imported.value
        return `import { ${name} as ${one.local.name} } from '${path}?only=${name}'`
      })
      return rest.slice(0, start) + single.join('; ') + rest.slice(end)
    }, code)
}

/** Keeps a single export; the bundler drops declarations that are neither exported nor used. */
function onlyExport(code: string, name: string): string {
  return code.replaceAll(/^export const (\w+)/gm, (whole, other: string) =>
    other === name ? whole : `const ${other}`,
  )
}

/**
 * Inserts the words of the vocabulary into the module that uses them: imported as a module, the vocabulary would
 * bring all its words to each page.
 */
function withVocabulary(code: string, vocabulary: string): string {
  return code.replaceAll(/(?<![\w/])vocabulary\.(\w+)/g, (_, key: string) => {
    const text = new RegExp(`^  ${key}:\\s+(['"].*['"]),$`, 'm').exec(vocabulary)?.[1]
    if (text === undefined) throw new Error(`The vocabulary has no word ${key}`)
    return text
  })
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
