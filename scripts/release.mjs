/**
 * `npm run release`: creates all files of a release in `dist/release`, builds them twice from scratch and compares
 * the results byte by byte: nobody can verify a release that cannot be reproduced exactly.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import './require-node.mjs'
import { inRepository } from './repository.mjs'

const { version } = JSON.parse(readFileSync(inRepository('packages/server/package.json'), 'utf8'))
if (!readFileSync(inRepository('CHANGELOG.md'), 'utf8').includes(`## ${version}`)) {
  console.error(`CHANGELOG.md says nothing of ${version}.`)
  process.exit(1)
}

function make() {
  rmSync(inRepository('dist'), { recursive: true, force: true })
  const { status, stdout } = spawnSync(process.execPath, [inRepository('scripts/pack.mjs')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
  const file = stdout.trim().split('\n').at(-1) ?? ''
  return { file, hash: createHash('sha256').update(readFileSync(file)).digest('hex') }
}

const first = make()
const second = make()
if (first.hash !== second.hash) {
  console.error(`Made twice, ${basename(first.file)} differs: ${first.hash} and ${second.hash}`)
  process.exit(1)
}
const release = inRepository('dist/release')
mkdirSync(release, { recursive: true })
copyFileSync(second.file, join(release, basename(second.file)))
writeFileSync(join(release, 'SHA256SUMS'), `${second.hash}  ${basename(second.file)}\n`)
console.log(`${second.hash}  ${join(release, basename(second.file))}`)
