import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { figuresOf } from './figures.ts'
import { Repository, readRepository } from './repository.ts'
import { MAX_SUPPRESSIONS, suppressions } from './rules/suppressions.ts'
import { rules } from './rules.ts'
import { SourceFile } from './source-file.ts'

/**
 * A small repository in which each file names the rules that it breaks, as often as it breaks them; all other files
 * break no rule.
 */
const offences = readRepository(join(import.meta.dirname, 'offences'))

describe('each wall stands', () => {
  test.each(rules)('$name', ({ name, check }) => {
    const caught = [...check(offences)].map(({ path }) => path)
    expect(caught.sort()).toEqual(declaredOffenders(name))
  })

  test('every file of the offences names rules that exist', () => {
    const known = rules.map(({ name }) => name)
    const named = [...offences.files.values()].flatMap(declared)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })
})

test('what lies about at the top is no source, but what is new below it is', () => {
  const root = mkdtempSync(join(tmpdir(), 'brokerdeck-house-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['packages', 'trial']) mkdirSync(join(root, folder))
  for (const path of ['README.md', 'packages/old.ts', 'packages/new.ts', 'note.md', 'trial/x.ts'])
    writeFileSync(join(root, path), '')
  expect(readRepository(root).files.size).toBe(5)
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  execFileSync('git', ['add', 'README.md', 'packages/old.ts'], { cwd: root })
  expect([...readRepository(root).files.keys()]).toEqual(['README.md', 'packages/new.ts', 'packages/old.ts'])
})

describe('what is counted over the whole repository', () => {
  test('a file is reached by what production imports, lazily or not, and never by a test', () => {
    const page = "import { a } from './a.ts'\nconst lazy = import('./b.ts')\nexport const Page = [a, lazy]\n"
    const figures = figuresOf(
      new Repository('', [
        new SourceFile('packages/console/src/main.tsx', "import.meta.glob(['./**/*-page.tsx', '!./x/**'])\n"),
        new SourceFile('packages/console/src/one-page.tsx', page),
        new SourceFile('packages/console/src/a.ts', 'export const a = 1\nexport const unused = 2\n'),
        new SourceFile('packages/console/src/b.ts', `export const b = 1\n${'\n'.repeat(60)}`),
        new SourceFile('packages/console/src/c.ts', 'export const c = 1\n'),
        new SourceFile('packages/console/src/c.test.ts', "import { c } from './c.ts'\nimport './a.ts'\n"),
      ]),
      'packages/console/',
    )
    expect(figures).toEqual({
      files: 5,
      lines: 68,
      smallUsedOnce: 2 / 5,
      small: 4 / 5,
      exportsUsedOnce: 3 / 5,
      exportsNamedOnce: 1 / 5,
      reachedFromPage: 2,
      unreachable: ['packages/console/src/c.ts'],
      unusedExports: ['packages/console/src/a.ts unused', 'packages/console/src/c.ts c'],
    })
  })

  test('what Vite finds by a pattern is reached, but for what the pattern leaves out', () => {
    const globs = "import.meta.glob(['./**/*-page.tsx', '!./left-out/**'])\n"
    const paths = ['deep/down/one-page.tsx', 'left-out/two-page.tsx', 'three.tsx']
    const figures = figuresOf(
      new Repository('', [
        new SourceFile('packages/console/src/main.tsx', globs),
        ...paths.map((path) => new SourceFile(`packages/console/src/${path}`, 'export const One = 1\n')),
      ]),
      'packages/console/',
    )
    expect(figures.unreachable).toEqual([
      'packages/console/src/left-out/two-page.tsx',
      'packages/console/src/three.tsx',
    ])
  })

  test('a suppression beyond the last allowed one is an offence, with or without a reason', () => {
    const comment = '// biome-ignore lint/a/b: three good words\n'
    const repository = new Repository('', [
      new SourceFile('packages/contract/src/a.ts', comment.repeat(MAX_SUPPRESSIONS + 1)),
    ])
    expect([...suppressions.check(repository)].map(({ line }) => line)).toEqual([MAX_SUPPRESSIONS + 1])
  })
})

function declaredOffenders(rule: string): readonly string[] {
  return [...offences.files.values()]
    .flatMap((file) => declared(file).flatMap((name) => (name === rule ? [file.path] : [])))
    .sort()
}

function declared(file: SourceFile): readonly string[] {
  const match = /\bbreaks"?: "?([a-z, -]+)/.exec(file.text)
  return (
    match?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean) ?? []
  )
}
