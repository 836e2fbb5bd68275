import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Repository, readRepository } from './repository.ts'
import { LINES, typicalSizes } from './rules/file-size.ts'
import { MAX_SUPPRESSIONS, suppressions } from './rules/suppressions.ts'
import { rules } from './rules.ts'
import { SourceFile } from './source-file.ts'

/** A small repository in which each file says which rules it breaks, as often as it breaks them; the others break none. */
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

describe('what is counted over the whole repository', () => {
  test('long files raise the median and the 90th percentile, tests do not', () => {
    const short = Array.from({ length: 8 }, (_, index) => source(`packages/contract/src/a${index}.ts`, 10))
    const long = [source('packages/contract/src/b.ts', 250), source('packages/contract/src/c.ts', 250)]
    const test = source('packages/contract/src/d.test.ts', 299)
    expect(typicalSizes(new Repository('', [...short, ...long, test]))).toEqual({
      median: 10,
      p90: 250,
      files: 10,
    })
    expect(250).toBeGreaterThan(LINES.p90)
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

function source(path: string, lines: number): SourceFile {
  return new SourceFile(path, 'export {}\n'.repeat(lines))
}
