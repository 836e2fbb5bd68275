import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const page =
  '<!doctype html><head><!--brokerdeck-head--><script type="application/json" id="early-chunks">{}</script></head>'

/** A repository of its own with stand-ins for the builders, which note the process that they were loaded into. */
function makeRepository() {
  const dir = mkdtempSync(join(tmpdir(), 'brokerdeck-build-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  cpSync(import.meta.dirname, join(dir, 'scripts'), { recursive: true })
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), text)
  }
  const builder = (name: string, results: Readonly<Record<string, string>>) => {
    write(`node_modules/${name}/package.json`, '{"type":"module","exports":"./index.js"}')
    const made = Object.entries(results).map(([file, text]) => [join(dir, file), text])
    const lines = [
      `import { mkdirSync, writeFileSync } from 'node:fs'`,
      `import { dirname } from 'node:path'`,
      `console.error('loaded into', process.pid)`,
      'export function build() {',
      `  for (const [file, text] of ${JSON.stringify(made)}) {`,
      '    mkdirSync(dirname(file), { recursive: true })',
      '    writeFileSync(file, text)',
      '  }',
      '}',
      'export const minifySync = (_, code) => ({ code })',
    ]
    write(`node_modules/${name}/index.js`, lines.join('\n'))
  }
  builder('vite', {
    'dist/console/index.html': page,
    'dist/console/.vite/manifest.json': '{}',
    'dist/console/static/color-scheme.js': '',
    'dist/console/static/early-chunks.js': '',
    'dist/console/static/page-files.json': '{}',
  })
  builder('rolldown', { 'dist/brokerdeck.mjs': 'console.log(process.pid)' })
  write('package-lock.json', '{"packages":{}}')
  write('node_modules/.package-lock.json', '{"packages":{}}')
  write('packages/server/package.json', '{"version":"1.2.3"}')
  for (const name of ['contract/src', 'languages/src', 'console', 'embedded-broker'])
    write(`packages/${name}/x.ts`, '')
  return dir
}

it('starts from a stale repository without the builders in the process that stays', () => {
  const dir = makeRepository()
  const start = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(dir, 'scripts/start.mjs')])
    return { status, pid: String(stdout).trim(), builders: String(stderr).match(/loaded into \d+/g) ?? [] }
  }
  const first = start()
  expect([first.status, first.builders.length]).toEqual([0, 2])
  expect(first.pid).toMatch(/^\d+$/)
  expect(first.builders.join()).not.toContain(first.pid)
  expect(existsSync(join(dir, 'dist/console/version'))).toBe(true)
  expect(start().builders).toEqual([])
})
