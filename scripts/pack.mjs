/**
 * `npm run pack`: creates the only package that is shipped, `brokerdeck`: the built console and the bundled command,
 * which need no build and no other packages. Prints the path of the tarball on its last line.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './require-node.mjs'
import { buildStale } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { inRepository } from './repository.mjs'

ensureInstalled()
buildStale()

const { version } = JSON.parse(readFileSync(inRepository('packages/server/package.json'), 'utf8'))
const { engines } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
const stage = inRepository('dist/package')

rmSync(stage, { recursive: true, force: true })
mkdirSync(stage, { recursive: true })
for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md'])
  cpSync(inRepository(file), join(stage, file))
for (const part of ['brokerdeck.mjs', 'console'])
  cpSync(inRepository(join('dist', part)), join(stage, part), { recursive: true })
chmodSync(join(stage, 'brokerdeck.mjs'), 0o755)
writeFileSync(
  join(stage, 'package.json'),
  `${JSON.stringify(
    {
      name: 'brokerdeck',
      version,
      description: 'A web console for operators of clustered MQTT brokers that speak the EMQX 5.8 REST API.',
      license: 'Apache-2.0',
      type: 'module',
      bin: { brokerdeck: 'brokerdeck.mjs' },
      engines,
      keywords: ['mqtt', 'emqx', 'broker', 'console', 'dashboard'],
    },
    null,
    2,
  )}\n`,
)

const npm = process.env['npm_execpath']
const [command, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
const { status, stdout, stderr } = spawnSync(
  command,
  [...before, 'pack', '--json', '--pack-destination', inRepository('dist')],
  {
    cwd: stage,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
  },
)
if (status !== 0) {
  console.error(stderr)
  process.exit(status ?? 1)
}
const packed = JSON.parse(stdout)
const [{ filename, size, entryCount }] = Array.isArray(packed) ? packed : Object.values(packed)
console.error(`${filename}: ${(size / 1_000_000).toFixed(1)} MB, ${entryCount} files`)
console.log(inRepository(join('dist', filename)))
