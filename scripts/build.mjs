import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import './require-node.mjs'
import { fingerprint } from './fingerprint.mjs'
import { ensureInstalled } from './install.mjs'
import { joinLanguages } from './join-languages.mjs'
import { precompress } from './precompress.mjs'
import { inRepository } from './repository.mjs'

const LANGUAGES = ['en', 'zh']

const shared = [
  'package-lock.json',
  'packages/contract/src',
  'packages/languages/src',
  'scripts/build.mjs',
  'scripts/join-languages.mjs',
  'scripts/precompress.mjs',
  'scripts/bundle-server.mjs',
  'scripts/thread-source.mjs',
]

/** The parts of the build, each with its sources, its result, and the function that builds it. */
const parts = [
  {
    name: 'console',
    sources: [...shared, 'packages/console', 'packages/server/package.json'],
    result: 'dist/console/index.html',
    build: buildConsole,
  },
  {
    name: 'server',
    // The server uses the console's pages as data, and the knowledge of the console that does not need React.
    sources: [...shared, 'packages/server', 'packages/embedded-broker', 'packages/console'],
    result: 'dist/brokerdeck.mjs',
    build: buildServer,
  },
]

const recordFile = inRepository('dist/.build.json')

function readRecord() {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {}
}

/** Builds the console once for each language, so that no page loads words that it does not show. */
async function buildConsole() {
  const { build, minifySync } = await import('vite')
  const outDir = inRepository('dist/console')
  const pages = []
  const pageFiles = {}
  const pageFilesAt = join(outDir, 'static/page-files.json')
  const configFile = inRepository('packages/console/vite.config.ts')
  // The language with the most bytes of words decides, once for all languages, which files are joined.
  process.env.VITE_LANGUAGE = 'zh'
  await build({ configFile, logLevel: 'warn', mode: 'plan', build: { write: false } })
  for (const language of LANGUAGES) {
    process.env.VITE_LANGUAGE = language
    await build({
      configFile,
      logLevel: 'warn',
      build: { emptyOutDir: pages.length === 0 },
    })
    pages.push(readFileSync(join(outDir, 'index.html'), 'utf8'))
    Object.assign(pageFiles, JSON.parse(readFileSync(pageFilesAt, 'utf8')))
    // The manifest serves the budgets: only files that a broker's dashboard folder may hold are served.
    renameSync(join(outDir, '.vite/manifest.json'), inRepository(`dist/console-manifest.${language}.json`))
  }
  const page = joinLanguages(pages)
  const head = page.indexOf('<!--brokerdeck-head-->')
  // A <base> has no effect on elements that precede it.
  if (head < 0 || /\s(?:src|href)=/.test(page.slice(0, head))) {
    throw new Error('index.html: <!--brokerdeck-head--> has to be there, before every src and href')
  }
  writeFileSync(join(outDir, 'index.html'), page)
  writeFileSync(pageFilesAt, JSON.stringify(pageFiles))
  // The build copies these scripts unchanged, and they run before anything is visible.
  for (const name of ['static/color-scheme.js', 'static/early-chunks.js']) {
    const file = join(outDir, name)
    writeFileSync(file, minifySync(name, readFileSync(file, 'utf8')).code)
  }
  const { version } = JSON.parse(readFileSync(inRepository('packages/server/package.json'), 'utf8'))
  // GET version returns this text where the console is served as plain files (specification §7).
  writeFileSync(join(outDir, 'version'), `refs/tags/v${version}\n`)
  rmdirSync(join(outDir, '.vite'))
  await precompress(outDir)
}

async function buildServer() {
  const { bundleServer } = await import('./bundle-server.mjs')
  await bundleServer(inRepository('dist/brokerdeck.mjs'))
}

const hashes = new Map()

/** @param {(typeof parts)[number]} part */
function isStale({ name, sources, result }) {
  hashes.set(name, fingerprint(sources))
  return readRecord()[name] !== hashes.get(name) || !existsSync(inRepository(result))
}

async function buildParts({ all }) {
  for (const part of parts.filter((one) => isStale(one) || all)) {
    console.error(`Building the ${part.name} …`)
    await part.build()
    mkdirSync(inRepository('dist'), { recursive: true })
    const record = { ...readRecord(), [part.name]: hashes.get(part.name) }
    writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`)
  }
}

/**
 * Builds the parts that are missing or older than their sources, in a separate process: the modules that a builder
 * loads, a gigabyte, would stay in memory for as long as the console runs.
 */
export function buildStale() {
  if (!parts.some(isStale)) return
  const argv = [inRepository('scripts/build.mjs'), '--stale']
  const { status } = spawnSync(process.execPath, argv, { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  await buildParts({ all: !process.argv.includes('--stale') })
}
