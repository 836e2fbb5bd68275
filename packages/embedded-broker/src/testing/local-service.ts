import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'

export interface Heard {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ServiceAnswer {
  readonly status: number
  readonly type?: string
  readonly body?: unknown
}

export interface LocalService {
  readonly url: string
  readonly heard: readonly Heard[]
  stop(): Promise<void>
}

/** Starts a service of the operator on a port of its own, which runs until the end of the test. */
export async function localService(
  answer: (heard: Heard) => ServiceAnswer | Promise<ServiceAnswer>,
): Promise<LocalService> {
  const heard: Heard[] = []
  const listen: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
    heard.push(one)
    const { status, type = 'application/json', body } = await answer(one)
    response.writeHead(status, { 'content-type': type })
    response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = createServer((request, response) => void listen(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  onTestFinished(stop)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return { url: `http://127.0.0.1:${address.port}`, heard, stop }
}
