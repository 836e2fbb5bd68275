import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const DRAWERS = /^(utils?|helpers?|commons?|types?|misc|shared|interfaces?|constants|hooks|index)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|en|zh|module|config|d))*\.(tsx?|mjs|css|html|json|svg)$/
/** Synonyms for the suffixes page, panel, dialog and columns. */
const OTHER_SUFFIXES =
  /-(view|screen|modal|container|component|wrapper|cols|section|widget|utils?|helpers?|types?|hoc)$/

export const fileNames: Rule = { name: 'file-names', check }

function* check(repository: Repository): Generator<Offence> {
  for (const { path } of repository.files.values()) {
    if (!/^(packages\/[^/]+\/(src|public)|e2e|house|bench|scripts)\//.test(path)) continue
    const offence = (message: string) => ({ path, line: 1, message })
    const folders = path.split('/').slice(1)
    const file = folders.pop() ?? ''
    if (!KEBAB.test(file)) yield offence('is not in kebab-case, or has an unknown ending')
    const [base = ''] = file.split('.')
    for (const name of [...folders, base])
      if (DRAWERS.test(name)) yield offence(`"${name}" says nothing about what is inside`)
    if (OTHER_SUFFIXES.test(base))
      yield offence(`ends in "${OTHER_SUFFIXES.exec(base)?.[0]}", which the house has another word for`)
  }
}
