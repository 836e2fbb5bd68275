import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const packages = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '1.0.0', optional: true },
}
const installedPackages = { 'node_modules/a': { version: '1.0.0' } }

/** A repository of its own with a stand-in for npm that notes how it was called. */
function makeRepository() {
  const dir = mkdtempSync(join(tmpdir(), 'brokerdeck-install-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  cpSync(import.meta.dirname, join(dir, 'scripts'), { recursive: true })
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ packages }))
  const called = join(dir, 'called')
  const npm = join(dir, 'npm.js')
  const source = `require('node:fs').writeFileSync(${JSON.stringify(called)}, process.argv.slice(2).join(' '))`
  writeFileSync(npm, `${source}\nprocess.exit(Number(process.env.NPM_EXIT))`)
  return {
    install: (exit = 0) => {
      const env = { ...process.env, npm_execpath: npm, NPM_EXIT: String(exit) }
      const { status } = spawnSync(process.execPath, [join(dir, 'scripts/install.mjs')], { env })
      return { status, npm: existsSync(called) ? readFileSync(called, 'utf8') : undefined }
    },
    settle: (installed: object) => {
      mkdirSync(join(dir, 'node_modules/a'), { recursive: true })
      writeFileSync(join(dir, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
    },
    lose: () => rmSync(join(dir, 'node_modules/a'), { recursive: true }),
  }
}

it('installs what the lock file says when nothing is there', () => {
  expect(makeRepository().install()).toEqual({
    status: 0,
    npm: expect.stringMatching(/^ci .*--include=dev/),
  })
})

it('does nothing when all of it is there; what is optional may be missing', () => {
  const repository = makeRepository()
  repository.settle(installedPackages)
  expect(repository.install()).toEqual({ status: 0, npm: undefined })
})

it('installs again when another version is wanted, or a package is gone', () => {
  const outdated = makeRepository()
  outdated.settle({ 'node_modules/a': { version: '0.9.0' } })
  expect(outdated.install().npm).toBeDefined()
  const incomplete = makeRepository()
  incomplete.settle(installedPackages)
  incomplete.lose()
  expect(incomplete.install().npm).toBeDefined()
})

it('ends with 1 when npm fails', () => {
  expect(makeRepository().install(7).status).toBe(1)
})
