import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  assetPolicy,
  pagePolicy,
  partPolicy,
  ruleLabPolicy,
  testClientPolicy,
} from '#guards/content-security-policy.ts'
import { StartError } from '#lib/start-error.ts'
import type { PageFacts } from '#sources/page-facts.ts'
import { headPlaceholder, renderConsolePage } from './console-page.ts'
import { earlyFilesFor, readEarlyFiles } from './early-files.ts'

export interface ConsoleOptions {
  /** The folder of the built console. */
  readonly dir: string
  readonly basePath: string
  readonly version: string
  readonly facts: PageFacts
}

/** Lists the files without dot files, because the build leaves its manifest in one. */
async function listFiles(dir: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const names = files.map((file) => relative(dir, join(file.parentPath, file.name)).split(sep).join('/'))
  return new Set(names.filter((name) => !/(?:^|\/)\./.test(name)))
}

/**
 * Matches the policy that plain files carry in the page; the server sends a stricter policy as a header. Browsers
 * look ahead for the resources of a page, but not past a policy.
 */
const ownPolicy = /\s*<meta http-equiv="Content-Security-Policy"[^>]*>/

async function readTemplate(dir: string): Promise<string> {
  try {
    const template = await readFile(join(dir, 'index.html'), 'utf8')
    if (template.includes(headPlaceholder)) return template.replace(ownPolicy, '')
  } catch (error) {
    throw new StartError(
      'CONSOLE_NOT_BUILT',
      `the console is not built (${String(error)}); run: npm run build`,
    )
  }
  throw new StartError('CONSOLE_NOT_BUILT', `${dir}/index.html has no place for ${headPlaceholder}`)
}

/** Tells whether a request is for a page of the application, and not for a file that does not exist. */
function wantsPage(request: FastifyRequest, name: string): boolean {
  if (name === '' || name === 'index.html') return true
  if (name.startsWith('static/')) return false
  const accept = request.headers.accept ?? '*/*'
  if (accept.includes('text/html')) return true
  return accept.includes('*/*') && !name.slice(name.lastIndexOf('/') + 1).includes('.')
}

export const consolePlugin: FastifyPluginAsync<ConsoleOptions> = async (app, options) => {
  const [template, files] = await Promise.all([readTemplate(options.dir), listFiles(options.dir)])
  await app.register(fastifyStatic, {
    root: options.dir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })

  // If publishing or payloads are closed, a direct connection must be as closed as the tunnel.
  const { readOnly, closed = [] } = options.facts
  const isTunnelClosed = readOnly || closed.some((one) => one !== 'export')
  const mayConnectAnywhere = (name: string) =>
    !isTunnelClosed && /^static\/assets\/test-client-worker-[^/]+\.js$/.test(name)

  function findPolicy(name: string): string {
    if (/^static\/(?:assets\/)?(?!.*-worker-)[^/]+\.(?:js|css)$/.test(name)) return partPolicy
    if (mayConnectAnywhere(name)) return testClientPolicy
    return /^static\/assets\/rule-lab-worker-[^/]+\.js$/.test(name) ? ruleLabPolicy : assetPolicy
  }

  const earlyFiles = await readEarlyFiles(template, options.dir)

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(16).toString('base64')
    const path = request.raw.url?.split('?')[0]?.slice(options.basePath.length) ?? ''
    const early = earlyFilesFor(earlyFiles, path, request.headers)
    const { basePath, facts } = options
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderConsolePage(template, { basePath, facts, nonce, early }))
  }

  function sendFile(reply: FastifyReply, name: string): FastifyReply {
    const isHashed = name.startsWith('static/assets/')
    return (
      reply
        .header('content-security-policy', findPolicy(name))
        .header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        // A hashed file never changes, so neither its time nor parts of it need to be requested again.
        .sendFile(name, isHashed ? { lastModified: false, acceptRanges: false } : {})
    )
  }

  app.get('/version', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`refs/tags/v${options.version}\n`),
  )

  app.get('/', (request, reply) => {
    const isBase = request.raw.url?.split('?')[0] === options.basePath
    return isBase ? sendPage(request, reply) : reply.redirect(options.basePath, 308)
  })

  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = request.params['*']
    if (`${request.raw.url?.split('?')[0]}/` === options.basePath)
      return reply.redirect(options.basePath, 308)
    if (name !== 'index.html' && files.has(name)) return sendFile(reply, name)
    if (wantsPage(request, name)) return sendPage(request, reply)
    return reply.callNotFound()
  })
}
