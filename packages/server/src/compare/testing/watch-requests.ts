import http from 'node:http'
import { startUpstream } from '#testing/upstream-fixture.ts'
import type { RunningBroker } from './say-command.ts'

export interface Watch {
  /** Called and awaited before the request is passed on to the broker. */
  readonly before?: () => unknown
  /** Called after the response of the broker, which is not passed on; `cut` ends the connection. */
  readonly swallow?: () => unknown
  /** Returns a status to respond with in place of the broker, or undefined. */
  readonly refuse?: () => number | undefined
  /** Returns a response in place of the broker, or undefined. */
  readonly answer?: () => { readonly status: number; readonly body: unknown } | undefined
  /** Called with the request body. */
  readonly read?: (body: string) => unknown
}

/** Resolves with the address of a server in front of a broker that watches each request, by `METHOD /path`. */
export async function watchRequests(
  { url }: RunningBroker,
  watches: ReadonlyMap<string, Watch>,
): Promise<string> {
  const { hostname, port } = new URL(url)
  const seen = await startUpstream(async (request, response) => {
    const { method, url: path = '', headers } = request
    const { before, swallow, refuse, answer, read } =
      watches.get(`${method} ${path.replace('/api/v5', '').split('?')[0]}`) ?? {}
    await before?.()
    const status = refuse?.()
    if (status !== undefined) return void response.writeHead(status).end('{}')
    const told = answer?.()
    if (told !== undefined) return void response.writeHead(told.status).end(JSON.stringify(told.body))
    const passed = http.request({ hostname, port, method, path, headers }, (given) => {
      if (swallow !== undefined) return void (swallow() === 'cut' && response.destroy())
      response.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(response)
    })
    if (read !== undefined) request.on('data', (chunk: Buffer) => read(chunk.toString()))
    request.pipe(passed)
  })
  return seen.href
}
