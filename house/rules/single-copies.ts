import * as v from 'valibot'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

/** Two copies of these packages break contexts and caches in ways that appear only at run time. */
const SINGLE = /^(@mantine\/.+|@tanstack\/.+|react|react-dom|valibot)$/
const MANTINE = '@mantine/'

const lockSchema = v.object({
  packages: v.record(v.string(), v.object({ version: v.optional(v.string()) })),
})

export const singleCopies: Rule = { name: 'single-copies', check }

function* check(repository: Repository): Generator<Offence> {
  const lock = repository.file('package-lock.json')
  if (!lock) return
  const copies = new Map<string, string[]>()
  for (const [place, { version = '' }] of Object.entries(
    v.parse(lockSchema, JSON.parse(lock.text)).packages,
  )) {
    const name = place.split('node_modules/').at(-1) ?? ''
    if (SINGLE.test(name)) copies.set(name, [...(copies.get(name) ?? []), version])
  }
  for (const [name, versions] of copies)
    if (versions.length > 1)
      yield {
        path: lock.path,
        line: 1,
        message: `${name} is there ${versions.length} times: ${versions.join(', ')}`,
      }

  const mantine = [...copies].filter(([name]) => name.startsWith(MANTINE)).flatMap(([, versions]) => versions)
  if (new Set(mantine).size > 1)
    yield {
      path: lock.path,
      line: 1,
      message: `Mantine in several versions: ${[...new Set(mantine)].join(', ')}`,
    }
}
