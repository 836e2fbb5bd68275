/** `npm run ready`: tells whether `npm test` has passed on the current tree, and if not, which files changed since. */
import './require-node.mjs'
import { findChanges, readGitState } from './git-state.mjs'
import { describeReadiness, readProof, readReadiness } from './proof.mjs'

const state = readGitState()
if (state?.tree === undefined) {
  console.error('not proven: this is no clone of git, and nothing tells one state from another')
  process.exit(1)
}
const { tree } = state
const steps = readReadiness(readProof(), tree, (before) => findChanges(before, tree))
const { isProven, lines } = describeReadiness(steps, state)
console.log(lines.join('\n'))
process.exitCode = isProven ? 0 : 1
