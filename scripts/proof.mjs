/**
 * Records which steps have been proven for which tree, and finds the steps that a tree still lacks. Except for
 * reading and writing, the functions are pure.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRepository } from './repository.mjs'
import { STEPS } from './test-plan.mjs'

/**
 * @typedef {{ commit: string, tree: string, isClean: boolean, at: string, seconds: number }} Proof
 * @typedef {{ name: string, seconds: number, outcome: 'passed' | 'failed' }} StepRun
 * @typedef {{ proven: Record<string, Proof>, last?: { commit?: string, isClean?: boolean, at: string, steps: StepRun[] } }} Record
 */

const FILE = inRepository('.cache/proof.json')
const MOST_FILES = 20

/** @returns {Record} */
export function readProof(file = FILE) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { proven: {} }
}

/** @param {Record} record */
export function writeProof(record, file = FILE) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
}

/**
 * The record with one more step. It proves nothing of a tree that changed while it ran, or of none at all.
 *
 * @param {Record} record
 * @param {StepRun} step
 */
export function addStep(record, step, before, after, at) {
  const last = { ...record.last, steps: [...(record.last?.steps ?? []), step] }
  const isProof =
    step.outcome === 'passed' &&
    STEPS.some(({ name }) => name === step.name) &&
    before !== undefined &&
    before.tree === after?.tree
  if (!isProof) return { ...record, last }
  const { commit, tree, isClean } = before
  return {
    proven: { ...record.proven, [step.name]: { commit, tree, isClean, at, seconds: step.seconds } },
    last,
  }
}

/**
 * For each step whether the tree is proven by it, and if not, which of the files that changed since can touch it:
 * `undefined` where it never passed, or on a tree that is gone.
 *
 * @param {Record} record
 * @param {string} tree
 * @param {(before: string) => string[] | undefined} findChangesSince
 */
export function readReadiness(record, tree, findChangesSince) {
  return STEPS.map(({ name, title, isTouchedBy }) => {
    const proof = record.proven[name]
    if (proof?.tree === tree) return { name, title, proof, isProven: true, changed: [] }
    const changed = proof && findChangesSince(proof.tree)
    return { name, title, proof, isProven: false, changed: changed?.filter(isTouchedBy) }
  })
}

/**
 * @param {ReturnType<typeof readReadiness>} steps
 * @param {{ commit: string, isClean: boolean }} state
 */
export function describeReadiness(steps, { commit, isClean }) {
  const here = `${commit.slice(0, 8)}${isClean ? '' : ' with what is not committed'}`
  if (steps.every(({ isProven }) => isProven)) {
    const seconds = steps.reduce((sum, { proof }) => sum + (proof?.seconds ?? 0), 0)
    const [last] = steps
      .map(({ proof }) => proof?.at ?? '')
      .toSorted()
      .slice(-1)
    const line = `proven: ${here}, all ${steps.length} steps, ${Math.round(seconds)} s of them, ${last}`
    return { isProven: true, lines: [line] }
  }
  const changed = [...new Set(steps.flatMap((step) => step.changed ?? []))].toSorted()
  const touched = (path) => steps.filter((step) => step.changed?.includes(path)).map(({ name }) => name)
  return {
    isProven: false,
    lines: [
      `not proven: ${here}`,
      ...(changed.length === 0
        ? []
        : [`changed since (${changed.length}), and the steps that it can touch:`]),
      ...changed.slice(0, MOST_FILES).map((path) => `  ${path}: ${touched(path).join(', ')}`),
      ...(changed.length > MOST_FILES ? [`  and ${changed.length - MOST_FILES} more`] : []),
      'steps:',
      ...steps.map((step) => `  ${step.title}: ${describeStep(step)}`),
    ],
  }
}

function describeStep({ isProven, proof, changed }) {
  if (isProven) return 'proven'
  if (proof === undefined) return 'never passed here'
  const where = `passed on ${proof.commit.slice(0, 8)}${proof.isClean ? '' : ' with what was not committed'}`
  if (changed === undefined) return `${where}, which is gone`
  return changed.length === 0 ? `${where}; nothing changed that it reads` : `${where}; to be run again`
}
