import { open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at, makeDir, say, secret, startBroker } from '#compare/testing/say-command.ts'

test('writes over nothing that no export made', async () => {
  const broker = await startBroker()
  const dir = await makeDir()
  const exporting = () => say('export', ...at(broker), '--kinds', 'rules', '--out', dir)
  await writeFile(join(dir, 'notes.txt'), 'mine')
  expect((await exporting()).err).toContain('holds other files')
  await rm(join(dir, 'notes.txt'))
  expect((await exporting()).code).toBe(0)
  await writeFile(join(dir, 'deploy.yaml'), 'kind: Deployment\n')
  const refused = await exporting()
  expect([refused.code, refused.err.includes('deploy.yaml')]).toEqual([2, true])
  await rm(join(dir, 'deploy.yaml'))
  await writeFile(join(dir, 'README.md'), '')
  expect((await exporting()).code).toBe(0)
  expect(await readdir(dir)).toEqual(['README.md', 'rules.yaml'])
})

test('refuses what is no export, without repeating what stands in it', async () => {
  const dir = await makeDir()
  const bomb = Array.from(
    { length: 20 },
    (_, level) => `b${level + 1}: &b${level + 1} [*b${level}, *b${level}]`,
  )
  const files: Readonly<Record<string, string>> = {
    'bomb.yaml': `rules:\n  b0: &b0 [${secret}]\n${bomb.map((line) => `  ${line}\n`).join('')}`,
    'broken.yaml': `rules:\n  a: "${secret}\n`,
    'twice.yaml': `rules: {}\nrules: { a: ${secret} }\n`,
    'foreign.yaml': `users:\n  ann: ${secret}\n`,
    'text.yaml': secret,
    'flat.yaml': `rules:\n  a: ${secret}\n`,
    'tag.yaml': `rules: !!js/function "${secret}"\n`,
    'deep.yaml': `rules: ${'['.repeat(100_000)}`,
    'list.yaml': `rules: [${secret}]\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(dir, name), text)
    const { code, err } = await say('diff', '--broker', 'http://127.0.0.1:9', '--user', 'a', join(dir, name))
    expect([name, code]).toEqual([name, 2])
    expect(err).toMatch(/^brokerdeck: [^\n]+\n$/)
    expect(err).toContain(name)
    await rm(join(dir, name))
  }
  const large = await open(join(dir, 'large.yaml'), 'w')
  await large.truncate(50 * 1024 * 1024)
  await large.close()
  const { code, err } = await say('diff', '--broker', 'http://127.0.0.1:9', '--user', 'a', dir)
  expect([code, err.includes('is larger than')]).toEqual([2, true])
})

test('takes names that objects have of themselves for names', async () => {
  const broker = await startBroker()
  const file = join(await makeDir(), 'odd.yaml')
  await writeFile(file, 'rules:\n  __proto__: { enable: true }\n  constructor: { __proto__: { sql: x } }\n')
  const { code, out } = await say('diff', ...at(broker), '--kinds', 'rules', file)
  expect(out).toContain('Rules __proto__: only there\nRules constructor: only there\n')
  expect(code).toBe(1)
})
