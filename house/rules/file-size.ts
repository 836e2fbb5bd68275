import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

export const LINES = { max: 300, p90: 170, median: 70 } as const

export const fileSize: Rule = { name: 'file-size', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.files.values())
    if (/\.(tsx?|mjs|css)$/.test(file.path) && file.lineCount > LINES.max)
      yield { path: file.path, line: LINES.max, message: `has ${file.lineCount} lines, at most ${LINES.max}` }
}

/** Tests are lists: they count for the maximum, not for what is typical. */
export function typicalSizes(repository: Repository): { median: number; p90: number; files: number } {
  const sizes = repository
    .code('packages/')
    .filter((file: SourceFile) => !file.isTest)
    .map((file) => file.lineCount)
    .sort((a, b) => a - b)
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0
  return { median: at(0.5), p90: at(0.9), files: sizes.length }
}
