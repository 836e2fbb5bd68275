import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { inRepository, repository } from './repository.mjs'

/** Returns the output of git, or undefined if git fails: outside of a clone no commit exists. */
export function askGit(args, { cwd = repository, env = process.env } = {}) {
  const { status, stdout } = spawnSync('git', args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 })
  return status === 0 ? stdout.trimEnd() : undefined
}

/** Returns the paths of a list that git separates with zero bytes. */
export function askGitForPaths([command, ...args], options) {
  return (askGit([command, '-z', ...args], options) ?? '').split('\0').filter(Boolean)
}

/**
 * Returns the commit, and the tree that committing the whole working directory would create: tests that ran before a
 * commit prove its content. `isClean` is true if the tree is that of the commit.
 */
export function readGitState(cwd = repository) {
  const commit = askGit(['rev-parse', 'HEAD'], { cwd })
  if (commit === undefined) return undefined
  const committed = askGit(['rev-parse', 'HEAD^{tree}'], { cwd })
  const index = askGit(['rev-parse', '--git-path', 'index'], { cwd }) ?? ''
  mkdirSync(inRepository('.cache'), { recursive: true })
  // A separate index leaves the files that the user has staged as they are.
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

/** Returns the paths that differ between two trees; undefined if the earlier tree is not known here. */
export function findChanges(before, after, cwd = repository) {
  const known = askGit(['cat-file', '-t', before], { cwd })
  return known === undefined
    ? undefined
    : askGitForPaths(['diff-tree', '-r', '--name-only', before, after], { cwd })
}
