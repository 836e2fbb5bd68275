import { expect, test } from 'vitest'
import { bundleBudgets, fileBudgets, filesInCircles, type Manifest } from './bundle-budget.ts'

const none = { imports: [], dynamicImports: [], css: [] }

const manifest: Manifest = {
  '_base.js': {
    ...none,
    file: 'main.js',
    name: 'base',
    imports: ['_shared.js'],
    dynamicImports: ['_shell.js'],
  },
  '_shared.js': { ...none, file: 'shared.js', css: ['shared.css'] },
  'src/login-entry.tsx': { ...none, file: 'login.js', imports: ['_shared.js'] },
  '_shell.js': {
    ...none,
    file: 'app.js',
    name: 'shell',
    imports: ['_base.js'],
    dynamicImports: ['src/heavy.ts'],
  },
  'src/heavy.ts': { ...none, file: 'heavy.js' },
  'src/features/monitoring/overview/overview-page.tsx': {
    ...none,
    file: 'overview.js',
    name: 'overview-page',
    imports: ['_chart.js'],
  },
  'src/features/traffic/clients/clients-page.tsx': {
    ...none,
    file: 'clients.js',
    name: 'clients-page',
    imports: ['_shared.js', '_table.js'],
  },
  'src/features/integration/rules/page/rule-page.tsx': {
    ...none,
    file: 'rule.js',
    name: 'rule-page',
    imports: ['_table.js'],
    dynamicImports: ['src/features/integration/rules/editor/rule-sql-code.tsx'],
  },
  'src/features/integration/rules/editor/rule-sql-code.tsx': {
    ...none,
    file: 'editor.js',
    imports: ['_table.js'],
    css: ['editor.css'],
  },
  'src/features/integration/flows/flow-editor.tsx': {
    ...none,
    file: 'flow.js',
    imports: ['_shared.js'],
    dynamicImports: ['src/features/integration/flows/flow-canvas.tsx'],
  },
  'src/features/integration/rules/form/rule-form-lab.tsx': {
    ...none,
    file: 'lab.js',
    imports: ['src/features/integration/flows/flow-editor.tsx', '_chart.js'],
  },
  'src/features/integration/flows/flow-canvas.tsx': { ...none, file: 'canvas.js' },
  '_chart.js': { ...none, file: 'chart.js' },
  '_table.js': { ...none, file: 'table.js', imports: ['_chart.js'] },
}

const sizes = new Map([
  ['static/color-scheme.js', 1],
  ['static/early-chunks.js', 0],
  ['main.js', 10],
  ['shared.js', 100],
  ['shared.css', 1_000],
  ['login.js', 10_000],
  ['app.js', 20_000],
  ['overview.js', 300_000],
  ['clients.js', 4],
  ['rule.js', 3],
  ['flow.js', 30],
  ['canvas.js', 60_000],
  ['lab.js', 700],
  ['editor.js', 7_000],
  ['editor.css', 400],
  ['chart.js', 5],
  ['table.js', 160_000],
])

test('each view is weighed with all it loads before it runs, and only that, once', () => {
  expect(bundleBudgets(manifest, (file) => sizes.get(file) ?? Number.NaN)).toEqual([
    { view: 'login', bytes: 11_111, limit: 92_000 },
    { view: 'overview', bytes: 321_116, limit: 235_000 },
    { view: 'clients-page, beside the shell', bytes: 160_009, limit: 127_000 },
    { view: 'rule-page, beside the shell', bytes: 160_008, limit: 127_000 },
    { view: 'rule editor, beside its page', bytes: 7_400, limit: 150_000 },
    { view: 'flow editor, beside the shell', bytes: 30, limit: 150_000 },
    { view: 'rule lab, beside the flow editor', bytes: 705, limit: 60_000 },
  ])
})

test('a page whose file holds what belongs to it, too, is weighed all the same', () => {
  const { 'src/features/traffic/clients/clients-page.tsx': clients, ...rest } = manifest
  const joined = { ...rest, '_clients-page.js': { ...none, ...clients, file: 'clients.js' } }
  const size = (file: string) => sizes.get(file) ?? Number.NaN
  expect(bundleBudgets(joined, size)).toContainEqual({
    view: 'clients-page, beside the shell',
    bytes: 160_009,
    limit: 127_000,
  })
})

test('the files of a first view are counted with those of the shell, each once', () => {
  const counted = fileBudgets(manifest, { createRule: ['rule.js', 'editor.js', 'shared.js'], clients: [] })
  expect(counted).toEqual([
    { view: 'createRule', files: 8, limit: 38 },
    { view: 'clients', files: 6, limit: 34 },
  ])
})

test('files that need each other are named, others are not', () => {
  expect(filesInCircles(manifest)).toEqual([])
  const chart = { ...none, file: 'chart.js', imports: ['_shared.js', '_table.js'] }
  expect(filesInCircles({ ...manifest, '_chart.js': chart })).toEqual(['chart.js', 'table.js'])
})

test('a page that is no chunk of its own any more is noticed', () => {
  const { 'src/login-entry.tsx': _gone, ...rest } = manifest
  expect(() => bundleBudgets(rest, () => 0)).toThrow('login-entry.tsx')
})
