import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { addStep, describeReadiness, readReadiness } from './proof.mjs'
import { STEPS } from './test-plan.mjs'

const before = { commit: '1234567890', tree: 'old', isClean: true }
const passed = (name: string) => ({ name, seconds: 2, outcome: 'passed' as const })
const whole = STEPS.reduce((record, { name }) => addStep(record, passed(name), before, before, 'today'), {
  proven: {},
})

it('is proven when each step passed on this very tree', () => {
  const steps = readReadiness(whole, 'old', () => undefined)
  expect(describeReadiness(steps, before)).toEqual({
    isProven: true,
    lines: [`proven: 12345678, all ${STEPS.length} steps, ${STEPS.length * 2} s of them, today`],
  })
})

it('says which files changed since, and which steps they can touch', () => {
  const steps = readReadiness(whole, 'new', () => ['README.md', 'e2e/a.spec.ts'])
  const { isProven, lines } = describeReadiness(steps, { commit: 'abcdef0123', isClean: false })
  expect(isProven).toBe(false)
  expect(lines).toEqual(
    expect.arrayContaining([
      'not proven: abcdef01 with what is not committed',
      '  README.md: lists',
      '  e2e/a.spec.ts: format, unused, types, lists, browser',
      '  browser tests: passed on 12345678; to be run again',
      '  build: passed on 12345678; nothing changed that it reads',
    ]),
  )
})

it('keeps what passed when a later step failed, and what passed before', () => {
  const types = addStep({ proven: {} }, passed('types'), before, before, 'today')
  const failed = { name: 'unit', seconds: 9, outcome: 'failed' as const }
  const record = addStep(types, failed, before, before, 'today')
  expect(record.proven).toEqual({ types: { ...before, at: 'today', seconds: 2 } })
  expect(record.last?.steps).toEqual([passed('types'), failed])
  const lines = describeReadiness(
    readReadiness(record, 'old', () => undefined),
    before,
  ).lines
  expect(lines).toContain('  types: proven')
  expect(lines).toContain('  unit and page tests: never passed here')
})

it('proves nothing of a tree that changed meanwhile, and tells one that is gone', () => {
  const changed = addStep({ proven: {} }, passed('types'), before, { ...before, tree: 'other' }, 'today')
  expect(changed.proven).toEqual({})
  expect(addStep({ proven: {} }, passed('types'), undefined, undefined, 'today').proven).toEqual({})
  const lines = describeReadiness(
    readReadiness(whole, 'new', () => undefined),
    before,
  ).lines
  expect(lines).toContain('  types: passed on 12345678, which is gone')
})

it('takes what was tested before it was committed for proven, and nothing else', () => {
  const dir = mkdtempSync(join(tmpdir(), 'brokerdeck-proof-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  cpSync(import.meta.dirname, join(dir, 'scripts'), { recursive: true })
  writeFileSync(join(dir, '.gitignore'), '.cache/\n')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: dir, stdio: 'pipe' })
  const readState = () => {
    const code =
      "import { readGitState } from './scripts/git-state.mjs'; console.log(JSON.stringify(readGitState()))"
    return JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: dir, encoding: 'utf8' }),
    )
  }
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  const first = readState()
  expect(first.isClean).toBe(true)
  writeFileSync(join(dir, 'new.txt'), 'untracked')
  const second = readState()
  expect([second.isClean, second.commit]).toEqual([false, first.commit])
  expect(second.tree).not.toBe(first.tree)
  // Nothing is staged by looking.
  expect(String(git('diff', '--cached', '--name-only'))).toBe('')
  git('add', '.')
  git('commit', '--quiet', '--message', 'second')
  expect(readState()).toMatchObject({ isClean: true, tree: second.tree })

  const proof = (tree: string) =>
    Object.fromEntries(STEPS.map(({ name }) => [name, { commit: 'c', tree, at: '', seconds: 1 }]))
  const ask = (tree: string) => {
    mkdirSync(join(dir, '.cache'), { recursive: true })
    writeFileSync(join(dir, '.cache/proof.json'), JSON.stringify({ proven: proof(tree) }))
    try {
      return execFileSync(process.execPath, ['scripts/ready.mjs'], { cwd: dir, encoding: 'utf8' })
    } catch (error) {
      return error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    }
  }
  expect(ask(second.tree)).toMatch(/^proven: /)
  expect(ask(first.tree)).toContain('changed since (1)')
  expect(ask(first.tree)).toContain('  new.txt: lists')
  expect(readFileSync(join(dir, 'new.txt'), 'utf8')).toBe('untracked')
})
