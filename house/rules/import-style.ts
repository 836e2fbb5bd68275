import { posix } from 'node:path'
import { edgesOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import { placeOf } from '../place.ts'
import type { Repository } from '../repository.ts'

export const importStyle: Rule = { name: 'import-style', check }

/** Requires `#ui/button.tsx` across folders and `./row.tsx` inside one, always with the file's own extension. */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code()) {
    const place = placeOf(file.path)
    for (const { specifier, target, line } of edgesOf(file)) {
      if (target === undefined) continue
      const offence = (message: string) => ({ path: file.path, line, message })
      if (!/\.[a-z]+$/.test(target)) yield offence(`"${specifier}" lacks the file's ending`)
      else if (!repository.file(target) && !target.includes('/public/'))
        yield offence(`"${specifier}" does not exist`)

      const to = placeOf(target)
      if (!place || to?.package !== place.package) continue
      const isShort = specifier.startsWith('#')
      if (isShort && posix.dirname(target) === posix.dirname(file.path))
        yield offence(`"${specifier}" is in the same folder: import it as ./${posix.basename(target)}`)
      const isAcross = place.layer !== '' && to.layer !== '' && to.unit !== place.unit
      if (!isShort && isAcross && hasShortNames(repository, place.package))
        yield offence(`"${specifier}" is in another folder: import it as #${target.split('/src/')[1]}`)
    }
  }
}

function hasShortNames(repository: Repository, name: string): boolean {
  return repository.file(`packages/${name}/package.json`)?.text.includes('"#*"') ?? false
}
