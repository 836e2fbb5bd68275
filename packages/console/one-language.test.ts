import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { oneLanguage } from './one-language.ts'

const catalog = (ending: string, one: string, two: string) =>
  `import { vocabulary } from '../i18n/vocabulary${ending}.ts'\nconst said = (text) => text + '!'\nexport const one = { title: said('${one}'), cancel: vocabulary.cancel }\nexport const two = { title: '${two}' }\n`

/** Two pages of an area, each of which uses the texts of one export of the same catalog. */
const files = {
  'src/messages/lists.ts': catalog('', 'Clients', 'Topics'),
  'src/messages/lists.zh.ts': catalog('.zh', '客户端', '主题'),
  // This catalog has no word of the vocabulary.
  'src/messages.ts': "export const shell = { name: 'Menu' }\n",
  'src/messages.zh.ts': "export const shell = { name: '菜单' }\n",
  'src/i18n/vocabulary.ts': "export const vocabulary = {\n  cancel:\n    'Cancel',\n  save: 'Save',\n}\n",
  'src/i18n/vocabulary.zh.ts': "export const vocabulary = {\n  cancel: '取消',\n  save: '保存',\n}\n",
  'src/one/one-page.ts':
    "import { one as m } from '../messages/lists.ts'\nexport const page = document.createTextNode(m.title + m.cancel)\n",
  'src/two/two-page.ts':
    "import {\n  two,\n} from '../messages/lists.ts'\nexport const page = document.createTextNode(two.title)\n",
  'src/routes/lists-routes.ts':
    "export const routes = { title: { en: 'Lists', zh: '列表' }, asks: ['/topics'], search: search<List<'a', 'b'>>(), page: () => import('../one/one-page.ts') }\n",
  'src/main.ts':
    "import { shell } from './messages.ts'\nimport { routes } from './routes/lists-routes.ts'\nconsole.info(shell.name, routes, import('./two/two-page.ts'))\n",
}

async function chunksOf(language: string) {
  const root = mkdtempSync(join(tmpdir(), 'one-language-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [oneLanguage(language)],
    build: { write: false, rolldownOptions: { input: join(root, 'src/main.ts') } },
  })
  const outputs = [built]
    .flat()
    .flatMap((one): (Rolldown.OutputChunk | Rolldown.OutputAsset)[] => ('output' in one ? one.output : []))
  return (name: string) =>
    outputs.flatMap((one) => (one.type === 'chunk' && one.name === name ? [one.code] : [])).join()
}

it.each([
  ['en', /Clients[\s\S]*Cancel/, /Topics/, /Menu[\s\S]*Lists/, /Save|菜单|客户端|主题|列表|取消/],
  ['zh', /客户端[\s\S]*取消/, /主题/, /菜单[\s\S]*列表/, /保存|Menu|Clients|Topics|Lists|Cancel/],
] as const)('a page built for %s has its own words alone', async (language, one, two, title, others) => {
  const codeOf = await chunksOf(language)
  const [start, first, second] = [codeOf('main'), codeOf('one-page'), codeOf('two-page')]
  expect(first).toMatch(one)
  expect(first).not.toMatch(two)
  expect(second).toMatch(two)
  expect(second).not.toMatch(one)
  expect(start).toMatch(title)
  expect(start).not.toMatch(/\/topics|search/)
  for (const code of [start, first, second]) expect(code).not.toMatch(others)
})
