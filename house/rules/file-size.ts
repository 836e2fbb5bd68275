import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const MAX_LINES = 400

export const fileSize: Rule = { name: 'file-size', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.files.values())
    if (/\.(tsx?|mjs|css)$/.test(file.path) && file.lineCount > MAX_LINES)
      yield { path: file.path, line: MAX_LINES, message: `has ${file.lineCount} lines, at most ${MAX_LINES}` }
}
