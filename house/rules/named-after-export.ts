import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

const COMPONENT = /^[A-Z][a-z]/

export const namedAfterExport: Rule = { name: 'named-after-export', check }

/** A component's file must have exactly its name; any other file must share a word with its single export. */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code('packages/')) {
    if (
      file.isTest ||
      !file.path.includes('/src/') ||
      /\/(messages\/[^/]+|messages(\.\w+)?\.ts|main\.tsx?)$/.test(file.path)
    )
      continue
    const values = file.syntax.exports.filter(({ isType }) => !isType)
    const [only] = values.length > 0 ? values : file.syntax.exports
    if (!only || only.name === 'default' || (values.length || file.syntax.exports.length) > 1) continue
    const wanted = kebab(only.name)
    const isComponent = file.path.endsWith('.tsx') && COMPONENT.test(only.name)
    const isNamed = isComponent ? baseName(file) === wanted : shareWord(baseName(file), wanted)
    if (!isNamed)
      yield { path: file.path, line: only.line, message: `exports only ${only.name}: name it ${wanted}` }
  }
}

function baseName(file: SourceFile): string {
  return file.name.replace(/\.tsx?$/, '')
}

/** The length of a stem, with which `authorization` and `authorize` count as the same word. */
const STEM = 5

function shareWord(a: string, b: string): boolean {
  const stems = (name: string) => name.split('-').map((word) => word.slice(0, STEM).replace(/s$/, ''))
  const known = stems(b)
  return stems(a).some((stem) => known.includes(stem))
}

function kebab(name: string): string {
  const isConstant = /^[A-Z0-9_]+$/.test(name)
  const spaced = isConstant
    ? name.replaceAll('_', '-')
    : name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
  return spaced.toLowerCase()
}
