/**
 * `npm run dev [-- options]`: serves the console from its sources, with hot reload, in front of an embedded broker
 * or, with `--broker URL`, a cluster. Takes the options of the command; `--port` is the port of the console.
 */
import { parseArgs } from 'node:util'
import './require-node.mjs'
import { ensureInstalled } from './install.mjs'
import { inRepository, repository } from './repository.mjs'

ensureInstalled()
const { createLogger, createServer } = await import('vite')
const { threadSource } = await import('./thread-source.mjs')

const HOST = '127.0.0.1'
/**
 * The paths that the server handles instead of the console; with several clusters they are below the path of a
 * cluster.
 */
const ANSWERED = '^/(c/[^/]+/)?(api/v5/|version$|mqtt(\\?|$))'

const { port, rest } = readArguments(process.argv.slice(2))

/** Loads the sources of the server, and the modules that these import later. */
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
  // All libraries are searched for at startup: a library that only a worker imports would otherwise reload the page.
  optimizeDeps: { entries: ['index.html', 'src/features/**/*-page.tsx', 'src/**/*-worker.ts'] },
  server: {
    host: HOST,
    port,
    strictPort: true,
    // The host name of the request stays unchanged, because the server compares it with the page's origin.
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
  // A second Ctrl+C ends the process without waiting.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
  await console_.close()
  await server.close()
  await loader.close()
  process.exit(0)
}

/** Takes `--port` for the console out of the options; the server behind it takes a free port. */
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
    // Only the head of the page is taken from here; everything else comes from Vite.
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

/**
 * Creates a logger that ignores closed connections: a page that is left closes its connections without notice, which
 * is no error.
 */
function makeQuietLogger() {
  const logger = createLogger('warn')
  const report = logger.error
  logger.error = (message, about) => {
    if (!/ws proxy[\s\S]*(ECONNRESET|EPIPE)/.test(message)) report(message, about)
  }
  return logger
}

/** Serves the page as the server returns it for this address, with the server's data about itself in the head. */
function pageOfServer(url) {
  return {
    name: 'page-of-server',
    transformIndexHtml: {
      order: 'pre',
      handler: async (_, { originalUrl = '/' }) => {
        const response = await fetch(new URL(originalUrl, url), { headers: { accept: 'text/html' } })
        // The styles of the first view come with its scripts; until then the page would be shown without styles.
        const styles = ['tokens', 'base'].map((name) => ({
          tag: 'link',
          attrs: { rel: 'stylesheet', href: `/src/styles/${name}.css` },
        }))
        return { html: await response.text(), tags: styles }
      },
    },
  }
}
