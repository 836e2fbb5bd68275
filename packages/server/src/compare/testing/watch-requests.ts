import http from 'node:http'
import { startUpstream } from '#testing/upstream-fixture.ts'
import type { Running } from './say-command.ts'

export interface Watch {
  /** Awaited before the broker is asked. */
  readonly before?: () => unknown
  /** Called once the broker has answered, in place of telling it. */
  readonly swallow?: () => unknown
  /** Told what was sent. */
  readonly read?: (body: string) => unknown
}

/** The address of a broker behind one that sees each request, by `METHOD /path`. */
export async function watchRequests({ url }: Running, watches: ReadonlyMap<string, Watch>): Promise<string> {
  const { hostname, port } = new URL(url)
  const seen = await startUpstream(async (request, response) => {
    const { method, url: path = '', headers } = request
    const { before, swallow, read } =
      watches.get(`${method} ${path.replace('/api/v5', '').split('?')[0]}`) ?? {}
    await before?.()
    const passed = http.request({ hostname, port, method, path, headers }, (answer) => {
      if (swallow !== undefined) return void swallow()
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    if (read !== undefined) request.on('data', (chunk: Buffer) => read(chunk.toString()))
    request.pipe(passed)
  })
  return seen.href
}
