import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import './require-node.mjs'
import { inRepository, repository } from './repository.mjs'

/** @param {string} file */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/**
 * npm writes the packages that it installed into node_modules/.package-lock.json as its last step: comparing this
 * file with the wanted packages detects an absent, an interrupted and an outdated installation, whoever ran it.
 */
function isInstalled() {
  const record = inRepository('node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readPackages(record)
  return Object.entries(readPackages(inRepository('package-lock.json'))).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') ||
      wanted.optional === true ||
      (installed[path]?.version === wanted.version && existsSync(inRepository(path))),
  )
}

/**
 * Installs exactly the packages that package-lock.json names, unless they are installed; a house rule keeps that file
 * complete for all systems, since npm would refuse an incomplete file.
 */
export function ensureInstalled() {
  if (isInstalled()) return
  console.error('Installing dependencies (once) …')
  const npm = process.env['npm_execpath']
  const [command, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  // Development dependencies build the console, so they are installed whatever the value of NODE_ENV.
  const argv = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync(command, [...before, ...argv], {
    cwd: repository,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && command === 'npm',
  })
  if (status === 0) return
  console.error(`npm ci failed${error === undefined ? '' : ` (${error.message})`}; nothing works without it.`)
  process.exit(1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureInstalled()
