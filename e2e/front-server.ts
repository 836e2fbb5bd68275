import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { extname, join } from 'node:path'
import type { Duplex } from 'node:stream'

interface Front {
  /** Requests below this path are passed on; the path stays unchanged unless `to` has a path. */
  readonly forward: { readonly prefix: string; readonly to: string }
  /** If set, the front server is reached over TLS. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** The folder whose files are served as plain files, below a path of their own. */
  readonly files?: {
    readonly prefix: string
    readonly folder: string
    /** The paths that are served, if not all: any other path gets 404. */
    readonly only?: RegExp
  }
}

export interface FrontServer {
  readonly url: string
  close(): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Starts the web server that an operator puts in front of the console; it knows nothing of the console. */
export async function startFrontServer({ forward, files, tls }: Front): Promise<FrontServer> {
  const answerOne = (incoming: IncomingMessage, answer: ServerResponse) => {
    const path = incoming.url ?? '/'
    if (path.startsWith(forward.prefix))
      pass(incoming, answer, `${forward.to}${path.slice(forward.prefix.length)}`)
    else if (files && path.startsWith(files.prefix) && (files.only?.test(path) ?? true))
      void sendFile(answer, join(files.folder, fileName(path, files.prefix)))
    else answer.writeHead(404).end()
  }
  const server = tls === undefined ? createServer(answerOne) : createSecureServer(tls, answerOne)
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    const { prefix, to } = forward
    if (!incoming.url?.startsWith(prefix)) return socket.destroy()
    return passUpgrade(incoming, socket, `${to}${incoming.url.slice(prefix.length)}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('listens on no port')
  return {
    url: `http${tls === undefined ? '' : 's'}://127.0.0.1:${address.port}/`,
    close: () => closed(server),
  }
}

function pass(incoming: IncomingMessage, answer: ServerResponse, url: string): void {
  const { method, headers } = incoming
  const outgoing = request(url, { ...(method ? { method } : {}), headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  outgoing.on('error', () => answer.destroy())
  incoming.pipe(outgoing)
}

function passUpgrade(incoming: IncomingMessage, socket: Duplex, url: string): void {
  const outgoing = request(url, { headers: incoming.headers })
  outgoing.on('error', () => socket.destroy())
  outgoing.on('response', () => socket.destroy())
  outgoing.on('upgrade', ({ rawHeaders }, behind) => {
    const lines = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`)
    socket.on('error', () => behind.destroy())
    behind.on('error', () => socket.destroy())
    socket.pipe(behind).pipe(socket)
  })
  outgoing.end()
}

function fileName(path: string, prefix: string): string {
  const [name = ''] = path.slice(prefix.length).split('?')
  return name === '' ? 'index.html' : name
}

async function sendFile(answer: ServerResponse, path: string): Promise<void> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => error)
  if (content instanceof Error) answer.writeHead(404).end(content.code)
  else
    answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(content)
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
