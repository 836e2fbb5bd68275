import { once } from 'node:events'
import net from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Sends these bytes unchanged, and resolves with all data that arrives until the other side closes or sends nothing
 * for a while.
 */
export async function rawExchange(address: string, bytes: string, silence = 400): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket = net.connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1')
  })
  socket.on('error', () => socket.destroy())
  socket.setTimeout(silence, () => socket.destroy())
  socket.write(Buffer.from(bytes, 'latin1'))
  await once(socket, 'close')
  return answer
}

export interface RawUpstream {
  readonly url: URL
  /** The data that was read on each connection, in the order of the connections. */
  readonly read: readonly string[]
}

/**
 * Starts a server that responds to each chunk of bytes with a given text and validates nothing: what it reads is what
 * was really sent.
 */
export async function startRawUpstream(answerTo: (text: string) => string | undefined): Promise<RawUpstream> {
  const read: string[] = []
  const server = net.createServer((socket) => {
    const index = read.push('') - 1
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      read[index] += chunk.toString('latin1')
      const answer = answerTo(chunk.toString('latin1'))
      if (answer !== undefined) socket.write(answer)
    })
    onTestFinished(() => void socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('not listening')
  return { url: new URL(`http://127.0.0.1:${bound.port}`), read }
}
