import { readdirSync } from 'node:fs'
import { repository } from './repository.mjs'

/** The deliberate offences are input for tests of the rules, and the tests in `e2e` run in a browser. */
const NEVER_ENTERED = /(^|\/)(node_modules|dist)$|^(house\/offences|e2e|\.[^/]*)$/

/** Returns every test file of the repository, found without the tool that runs the tests. */
export function findTests(folder = '') {
  /** @type {string[]} */
  const found = []
  for (const entry of readdirSync(`${repository}/${folder}`, { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory() && !NEVER_ENTERED.test(path)) found.push(...findTests(path))
    else if (entry.isFile() && /\.test\.tsx?$/.test(path)) found.push(path)
  }
  return found.sort()
}
