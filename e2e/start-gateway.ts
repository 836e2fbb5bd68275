import { connect, createServer } from 'node:net'
import { OPERATOR } from './start-brokerdeck.ts'

/** By the console's address: where the gateway of that broker listens. */
const ports = new Map<string, number>()

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** STOMP, as an operator sets it up; where it listens. */
export async function startGateway(url: string): Promise<number> {
  const known = ports.get(url)
  if (known !== undefined) return known
  const port = await freePort()
  const json = { 'content-type': 'application/json' }
  const login = await fetch(new URL('api/v5/login', url), {
    ...{ method: 'POST', headers: json, body: JSON.stringify(OPERATOR) },
  })
  const { token } = await login.json()
  const answer = await fetch(new URL('api/v5/gateways/stomp', url), {
    method: 'PUT',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({
      clientinfo_override: {
        ...{ clientid: `\${Packet.headers.client-id}`, username: `\${Packet.headers.login}` },
        password: `\${Packet.headers.passcode}`,
      },
      listeners: [{ type: 'tcp', name: 'default', bind: `127.0.0.1:${port}` }],
    }),
  })
  if (!answer.ok) throw new Error(`It was refused: ${await answer.text()}`)
  ports.set(url, port)
  return port
}

/** A till that speaks STOMP; what ends it. `ended` resolves when the broker does. Rejects where it may not come in. */
export async function connectTill(
  port: number,
  id: string,
  credentials: Readonly<Record<string, string>> = {},
) {
  const headers = { 'accept-version': '1.2', host: 'here', 'client-id': id, ...credentials }
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
  const socket = connect(port, '127.0.0.1')
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // That it is still there keeps no test from ending.
  socket.unref()
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.once('data', (data) => {
      const said = data.toString()
      if (said.startsWith('CONNECTED')) resolve()
      else reject(new Error(said))
    })
    socket.write(`${['CONNECT', ...lines].join('\n')}\n\n\0`)
  })
  return { ended, end: () => socket.destroy() }
}
