import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('changes with content and name of every source, not with tests', () => {
  const dir = mkdtempSync(join(tmpdir(), 'brokerdeck-fingerprint-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  cpSync(import.meta.dirname, join(dir, 'scripts'), { recursive: true })
  mkdirSync(join(dir, 'src/deep'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(dir, 'src', name), text)
  const program =
    "import { fingerprint } from './scripts/fingerprint.mjs'; process.stdout.write(fingerprint(['src']))"
  const hash = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: dir, encoding: 'utf8' })
  write('deep/a.ts', '1')
  const first = hash()
  write('deep/a.test.ts', '1')
  expect(hash()).toBe(first)
  write('deep/a.ts', '2')
  const second = hash()
  renameSync(join(dir, 'src/deep/a.ts'), join(dir, 'src/deep/b.ts'))
  const third = hash()
  expect(new Set([first, second, third]).size).toBe(3)
})
