import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { inRepository } from './repository.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The arguments with which Chromium runs anywhere, as root and in containers too, without contacting any other host.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @returns {string | undefined} path of a Chromium that is there already */
export function findChromium() {
  const given = process.env.BROKERDECK_CHROMIUM
  if (given) return given
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...ELSEWHERE, ownOfPlaywright()].find(
    (path) => path && existsSync(path) && answers(path),
  )
}

/** @returns {string} path of a Chromium, installed now if there was none */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (isDebianRoot) installDebianPackage()
  const installed = isDebianRoot ? findChromium() : undefined
  if (installed) return installed
  run(process.execPath, [inRepository('node_modules/playwright/cli.js'), 'install', 'chromium'])
  const downloaded = findChromium()
  if (!downloaded) throw new Error('No Chromium found: install one, or name it in BROKERDECK_CHROMIUM')
  return downloaded
}

function installDebianPackage() {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-q'], environment)
  run('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium'], environment)
}

function run(command, args, env = process.env) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0) console.error(`${command} ${args.join(' ')} ended with ${status}`)
}

/** Some distributions install a script of this name that only tells where to get the real program. */
function answers(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function ownOfPlaywright() {
  try {
    return createRequire(import.meta.url)('@playwright/test').chromium.executablePath()
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
