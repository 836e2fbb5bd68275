import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import { isSame, resourceLists } from '../resource-lists.ts'

export const derivedLists: Rule = { name: 'derived-lists', check }

/** The contract and the embedded broker must list every resource that has a file; the lists are generated. */
function* check(repository: Repository): Generator<Offence> {
  for (const [path, text] of resourceLists(repository)) {
    const file = repository.file(path)
    if (file !== undefined && !isSame(text, file.text))
      yield { path, line: 1, message: 'differs from the folders: run `npm run format`' }
  }
}
