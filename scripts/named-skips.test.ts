import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { inRepository } from './repository.mjs'
import { describeSkips, fromVitest } from './test-report.mjs'
import { isNeededInCi } from './test-servers.mjs'

const tests = `
import { needing } from '${inRepository('packages/contract/src/testing/needing.ts')}'
for (const [what, isHere] of [['x-server', false], ['y-server', true]]) {
  const some = needing(what, isHere)
  const run = () => { if (!isHere) throw new Error('it ran') }
  some('one', run)
  some('with options', { timeout: 1000 }, run)
  some.each([1, 2])('each %s', run)
  some.for([{ title: 'a' }])('for $title', run)
}
needing('z-server', false)('of another', () => undefined)
`

it('names in the sum what tests were skipped for want of, and runs all others', () => {
  const dir = mkdtempSync(join(tmpdir(), 'brokerdeck-skips-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  writeFileSync(join(dir, 'vitest.config.mjs'), 'export default {}')
  writeFileSync(join(dir, 'a.test.ts'), tests)
  const report = join(dir, 'report.json')
  const vitest = inRepository('node_modules/vitest/vitest.mjs')
  const args = ['run', '--root', dir, '--reporter=json', `--outputFile=${report}`]
  execFileSync(process.execPath, [vitest, ...args], { cwd: dir, stdio: 'pipe' })
  const { passed, failed, skipped, reasons } = fromVitest(JSON.parse(readFileSync(report, 'utf8')), `${dir}/`)
  expect([passed, failed, skipped]).toEqual([5, 0, 6])
  expect(describeSkips(reasons)).toEqual(['5 tests: no x-server', '1 test: no z-server'])
})

it('lets CI go without what not every system has, and nothing else', () => {
  const needed = ['no redis-server', 'no recordings of real clusters']
  const rare = ['no influxd', 'no clickhouse-server', 'no firefox-esr', 'no WebKitWebDriver', 'no Xvfb']
  expect([...needed, ...rare].filter(isNeededInCi)).toEqual(needed)
})
