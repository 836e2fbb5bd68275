import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import * as v from 'valibot'
import { edgesOf, libraryOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import { placeOf } from '../place.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

interface Wall {
  readonly packages: readonly string[]
  readonly packagesInTests: readonly string[]
  readonly runsInBrowsers: boolean
}

/** The packages that each package may depend on; other packages must not exist. */
const WALLS: ReadonlyMap<string, Wall> = new Map([
  // What clusters recorded tests the languages, too.
  ['languages', { packages: [], packagesInTests: ['contract'], runsInBrowsers: true }],
  ['contract', { packages: ['languages'], packagesInTests: [], runsInBrowsers: true }],
  ['embedded-broker', { packages: ['contract', 'languages'], packagesInTests: [], runsInBrowsers: false }],
  // The server uses only the console's pages as data and the knowledge of the pages without React: `pages-free`
  // checks these entries.
  [
    'server',
    {
      packages: ['contract', 'languages', 'embedded-broker', 'console'],
      packagesInTests: [],
      runsInBrowsers: false,
    },
  ],
  [
    'console',
    { packages: ['contract', 'languages'], packagesInTests: ['embedded-broker'], runsInBrowsers: true },
  ],
])

const names = v.optional(v.record(v.string(), v.string()), {})
const manifestSchema = v.object({ dependencies: names, devDependencies: names })

export const packageWalls: Rule = { name: 'package-walls', check }

function* check(repository: Repository): Generator<Offence> {
  const shared = Object.keys(manifestOf(repository, 'package.json').devDependencies)
  for (const name of repository.entries('packages')) {
    const manifest = manifestOf(repository, `packages/${name}/package.json`)
    const shipped = Object.keys(manifest.dependencies)
    const inTests = [...shipped, ...Object.keys(manifest.devDependencies), ...shared]
    const wall = WALLS.get(name)
    for (const file of repository.code(`packages/${name}/src/`)) {
      if (!wall)
        yield { path: file.path, line: 1, message: `is in a package "${name}" that nobody decided on` }
      else yield* checkFile(file, name, wall, file.isTest ? inTests : shipped)
    }
  }
}

function* checkFile(
  file: SourceFile,
  name: string,
  wall: Wall,
  declared: readonly string[],
): Generator<Offence> {
  for (const { specifier, target, line } of edgesOf(file)) {
    const offence = (message: string) => ({ path: file.path, line, message })
    if (target !== undefined) {
      const to = placeOf(target)
      const reachable = [name, ...wall.packages, ...(file.isTest ? wall.packagesInTests : [])]
      const isOwnOrTool =
        target.startsWith(`packages/${name}/`) || (file.isTest && target.startsWith('scripts/'))
      if (!to && isOwnOrTool) continue
      if (!to) yield offence(`reaches out of its package for ${target}`)
      else if (!reachable.includes(to.package)) yield offence(`${name} may not depend on ${to.package}`)
      else if (to.package !== name && specifier.startsWith('.'))
        yield offence(`another package is imported as @brokerdeck/${to.package}/…`)
    } else if (isBuiltin(specifier)) {
      if (wall.runsInBrowsers && !file.isTest) yield offence(`${name} runs in browsers: no ${specifier}`)
    } else if (!declared.includes(libraryOf(specifier))) {
      yield offence(
        `${libraryOf(specifier)} is not declared in ${posix.join('packages', name, 'package.json')}`,
      )
    }
  }
}

function manifestOf(repository: Repository, path: string): v.InferOutput<typeof manifestSchema> {
  const file = repository.file(path)
  return v.parse(manifestSchema, file ? JSON.parse(file.text) : {})
}
