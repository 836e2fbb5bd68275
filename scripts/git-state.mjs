import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { inRepository, repository } from './repository.mjs'

/** What git prints, or undefined where it cannot: outside of a clone there is no commit to speak of. */
export function askGit(args, { cwd = repository, env = process.env } = {}) {
  const { status, stdout } = spawnSync('git', args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 })
  return status === 0 ? stdout.trimEnd() : undefined
}

/** Paths of a list that git separates with zeros. */
export function askGitForPaths([command, ...args], options) {
  return (askGit([command, '-z', ...args], options) ?? '').split('\0').filter(Boolean)
}

/**
 * The commit and the tree that would be committed if all of the working directory were: what was tested before it was
 * committed is proven by its content. `isClean` where the two are the same.
 */
export function readGitState(cwd = repository) {
  const commit = askGit(['rev-parse', 'HEAD'], { cwd })
  if (commit === undefined) return undefined
  const committed = askGit(['rev-parse', 'HEAD^{tree}'], { cwd })
  const index = askGit(['rev-parse', '--git-path', 'index'], { cwd }) ?? ''
  mkdirSync(inRepository('.cache'), { recursive: true })
  // An index of its own: what somebody has staged stays as it is.
  const own = inRepository('.cache', `index-${process.pid}`)
  try {
    if (existsSync(resolve(cwd, index))) copyFileSync(resolve(cwd, index), own)
    const env = { ...process.env, GIT_INDEX_FILE: own }
    askGit(['add', '--all'], { cwd, env })
    const tree = askGit(['write-tree'], { cwd, env })
    return { commit, tree, committed, isClean: tree === committed }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Paths that differ between two trees; undefined where one of them is not known here. */
export function findChanges(before, after, cwd = repository) {
  const known = askGit(['cat-file', '-t', before], { cwd })
  return known === undefined
    ? undefined
    : askGitForPaths(['diff-tree', '-r', '--name-only', before, after], { cwd })
}
