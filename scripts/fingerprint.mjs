import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from './repository.mjs'

/** Tests, and the files that only tests use, do not change a build. */
const irrelevant = /\.test\.tsx?$|^testing$|^node_modules$/

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (statSync(path).isFile()) return [path]
  const names = readdirSync(path).filter((name) => !irrelevant.test(name))
  return names.sort().flatMap((name) => filesOf(join(path, name)))
}

/** One hash over the names and contents of everything below the paths. @param {string[]} paths */
export function fingerprint(paths) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of paths.flatMap((path) => filesOf(inRepository(path)))) {
    hash.update(`\0${file}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}
