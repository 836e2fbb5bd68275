import type { ServerResponse } from 'node:http'
import * as v from 'valibot'
import { startUpstream } from './upstream-fixture.ts'

/** Starts a receiver of notifications that records the bodies it receives, and whose response can be set. */
export async function startNotified(path = '/') {
  const bodies: string[] = []
  const held: ServerResponse[] = []
  const receiver = { url: new URL('http://unset'), bodies, held, status: 200, isSilent: false }
  const url = await startUpstream((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      if (receiver.isSilent) held.push(response)
      else response.writeHead(receiver.status, { location: '/elsewhere' }).end('ok')
    })
  })
  receiver.url = new URL(path, url)
  return receiver
}

const documentSchema = v.object({
  cluster: v.string(),
  time: v.pipe(v.string(), v.isoTimestamp()),
  worst: v.string(),
  changes: v.array(
    v.object({ id: v.string(), state: v.string(), previous: v.string(), verdict: v.string() }),
  ),
})

/** Returns each change as `id: previous > state`. */
export function readChanges(body: string | undefined): readonly string[] {
  const { changes } = v.parse(v.pipe(v.string(), v.parseJson(), documentSchema), body)
  return changes.map(({ id, previous, state }) => `${id}: ${previous} > ${state}`)
}
