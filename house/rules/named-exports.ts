import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

/** Tools require the default export of their configuration file. */
const CONFIG = /\.config\.ts$/

export const namedExports: Rule = { name: 'named-exports', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code()) {
    if (!CONFIG.test(file.path))
      for (const { name, line } of file.syntax.exports)
        if (name === 'default') yield { path: file.path, line, message: 'exports a default' }
    if (isBarrel(file)) yield { path: file.path, line: 1, message: 'only hands on what others export' }
    for (const { name, line } of file.syntax.exports)
      if (name === '*') yield { path: file.path, line, message: 'exports everything of another file' }
  }
}

function isBarrel(file: SourceFile): boolean {
  const { exports, program } = file.syntax
  const isOnlyModuleSyntax = program.body.every(({ type }) =>
    /^(Import|Export(All|Named)|ExportDefault)/.test(type),
  )
  return exports.length > 0 && isOnlyModuleSyntax && exports.every(({ isReExport }) => isReExport)
}
