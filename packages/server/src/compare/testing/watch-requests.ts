import http from 'node:http'
import { startUpstream } from '#testing/upstream-fixture.ts'
import type { RunningBroker } from './say-command.ts'

export interface Watch {
  /** Awaited before the broker is asked. */
  readonly before?: () => unknown
  /** Called once the broker has answered, in place of telling it; `cut` ends the connection. */
  readonly swallow?: () => unknown
  /** Answers in place of the broker where it gives a status. */
  readonly refuse?: () => number | undefined
  /** Answers in place of the broker where it gives something. */
  readonly answer?: () => { readonly status: number; readonly body: unknown } | undefined
  /** Told what was sent. */
  readonly read?: (body: string) => unknown
}

/** The address of a broker behind one that sees each request, by `METHOD /path`. */
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
