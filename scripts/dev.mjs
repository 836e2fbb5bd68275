/**
 * `npm run dev [-- options]`: the console from its sources, with hot reload, before an embedded broker or, with
 * `--broker URL`, a cluster. Takes the options of the command; `--port` is where the console is.
 */
import { parseArgs } from 'node:util'
import './require-node.mjs'
import { ensureInstalled } from './install.mjs'
import { inRepository, repository } from './repository.mjs'

ensureInstalled()
const { createLogger, createServer } = await import('vite')
const { threadSource } = await import('./thread-source.mjs')

const HOST = '127.0.0.1'
/** What the server answers and not the console: below the path of a cluster where there are several. */
const ANSWERED = '^/(c/[^/]+/)?(api/v5/|version$|mqtt(\\?|$))'

const { port, rest } = readArguments(process.argv.slice(2))

/** Loads the sources of the server; what they import later is loaded by it, too. */
const loader = await createServer({
  configFile: false,
  root: repository,
  cacheDir: inRepository('.cache/vite-server'),
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  plugins: [threadSource()],
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
const load = (/** @type {string} */ path) =>
  loader.environments.ssr.runner.import(inRepository('packages/server', path))

const options = await readOptions()
const server = await openServer().catch(async (error) => {
  console.error(`brokerdeck: ${error.name === 'StartError' ? error.message : error.stack}`)
  await loader.close()
  process.exit(2)
})
const console_ = await createServer({
  configFile: inRepository('packages/console/vite.config.ts'),
  cacheDir: inRepository('.cache/vite'),
  customLogger: makeQuietLogger(),
  clearScreen: false,
  plugins: [pageOfServer(server.url)],
  // All libraries are looked for at once: one that only a worker asks for would have the page loaded again.
  optimizeDeps: { entries: ['index.html', 'src/features/**/*-page.tsx', 'src/**/*-worker.ts'] },
  server: {
    host: HOST,
    port,
    strictPort: true,
    // Its name stays as it was asked for: the server compares it with the page's origin.
    proxy: { [ANSWERED]: { target: server.url, ws: true, changeOrigin: false } },
  },
})
await console_.listen()
console.log(
  [
    '',
    `  Console   ${console_.resolvedUrls?.local[0]}  (from its sources, with hot reload)`,
    ...server.facts.map(
      ([label, text]) => `  ${label.padEnd(10)}${text.split('\n').join(`\n${' '.repeat(12)}`)}`,
    ),
    '',
    '  What is changed in the broker or the server is there after another start. Ctrl+C stops it.',
    '',
  ].join('\n'),
)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop())

async function stop() {
  // A second Ctrl+C does not wait.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
  await console_.close()
  await server.close()
  await loader.close()
  process.exit(0)
}

/** `--port` is the console's; the server behind it takes a free one. */
function readArguments(argv) {
  const { tokens } = parseArgs({
    args: argv,
    options: { port: { type: 'string' } },
    strict: false,
    tokens: true,
  })
  const own = tokens.filter((token) => token.kind === 'option' && token.name === 'port')
  const left = argv.filter((_, at) =>
    own.every(({ index, inlineValue }) => at !== index && (inlineValue === true || at !== index + 1)),
  )
  return { port: Number(own.at(-1)?.value ?? 5173), rest: left }
}

async function readOptions() {
  const { parseOptions } = await load('src/options/options.ts')
  try {
    const command = parseOptions([...rest, '--port', '0', '--host', HOST], process.env)
    if (command.kind === 'serve') return command.options
    console.error('npm run dev takes the options with which the command serves the console; see README.md.')
  } catch (error) {
    console.error(`brokerdeck: ${error.message}`)
  }
  await loader.close()
  process.exit(2)
}

async function openServer() {
  const { startServer } = await load('src/site/start-server.ts')
  const { openClusterSource } = await load('src/sources/cluster-source.ts')
  const { openEmbeddedSource } = await load('src/sources/embedded-source.ts')
  return startServer(options, {
    // Of the page its head is taken; everything else comes from Vite.
    consoleDir: inRepository('packages/console'),
    version: 'dev',
    report: console.error,
    log: console.log,
    openSource: ({ source, host, basePath }, report) =>
      source.kind === 'cluster'
        ? openClusterSource(source, basePath, report)
        : openEmbeddedSource(source, host),
  })
}

/** A page that is left closes its connections without a word, which is nothing to report. */
function makeQuietLogger() {
  const logger = createLogger('warn')
  const report = logger.error
  logger.error = (message, about) => {
    if (!/ws proxy[\s\S]*(ECONNRESET|EPIPE)/.test(message)) report(message, about)
  }
  return logger
}

/** The page as the server gives it for this address, with what that says of itself in its head. */
function pageOfServer(url) {
  return {
    name: 'page-of-server',
    transformIndexHtml: {
      order: 'pre',
      handler: async (_, { originalUrl = '/' }) => {
        const response = await fetch(new URL(originalUrl, url), { headers: { accept: 'text/html' } })
        // The styles of the first view come with its scripts; until then a page would be seen without any.
        const styles = ['tokens', 'base'].map((name) => ({
          tag: 'link',
          attrs: { rel: 'stylesheet', href: `/src/styles/${name}.css` },
        }))
        return { html: await response.text(), tags: styles }
      },
    },
  }
}
