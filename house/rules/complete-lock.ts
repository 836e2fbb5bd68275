import * as v from 'valibot'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
})

/**
 * The lock file must list a tool's packages for all systems: npm refuses to install from a lock file without the
 * packages of another system.
 */
export const completeLock: Rule = { name: 'complete-lock', check }

function* check(repository: Repository): Generator<Offence> {
  const lock = repository.file('package-lock.json')
  if (!lock) return
  const { packages } = v.parse(lockSchema, JSON.parse(lock.text))
  for (const [place, { optionalDependencies }] of Object.entries(packages))
    for (const [name, wanted] of Object.entries(optionalDependencies)) {
      const found = seenFrom(place, name).find((path) => path in packages)
      const version = found === undefined ? undefined : packages[found]?.version
      if (version === undefined || (/^\d/.test(wanted) && version !== wanted))
        yield {
          path: lock.path,
          line: 1,
          message: `${place} wants ${name} ${wanted}, the lock file has ${version ?? 'none'}`,
        }
    }
}

/** Returns the paths at which Node looks for a package, nearest first. */
function seenFrom(place: string, name: string): readonly string[] {
  const parents = place.split('/node_modules/')
  const nearest = parents.map(
    (_, depth) => `${parents.slice(0, parents.length - depth).join('/node_modules/')}/`,
  )
  return [...(place === '' ? [] : nearest), ''].map((folder) => `${folder}node_modules/${name}`)
}
