import { edgesOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import { placeOf } from '../place.ts'
import type { Repository } from '../repository.ts'

const WALLED = ['features', 'domain']

export const siblingWalls: Rule = { name: 'sibling-walls', check }

/** The walls also apply to tests: a page test sets up its data through the broker, not through another feature. */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code('packages/console/src')) {
    const place = placeOf(file.path)
    if (!place || !WALLED.includes(place.layer)) continue
    if (place.unit === `${place.layer}/`)
      yield { path: file.path, line: 1, message: `${place.layer} holds folders, no files` }
    for (const { target, line } of edgesOf(file)) {
      const to = target === undefined ? undefined : placeOf(target)
      if (to?.package === place.package && to.layer === place.layer && to.unit !== place.unit)
        yield { path: file.path, line, message: `${place.unit} imports its sibling ${to.unit}` }
    }
  }
}
