import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { expect, it, onTestFinished } from 'vitest'
import { inRepository } from './repository.mjs'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

function startDev(...args: string[]): {
  child: ChildProcess
  said: Promise<string>
  ended: Promise<unknown[]>
} {
  const child = spawn(process.execPath, [inRepository('scripts/dev.mjs'), ...args])
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const said = new Promise<string>((resolve) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('Ctrl+C')) resolve(text)
      })
    child.once('close', () => resolve(text))
  })
  return { child, said, ended }
}

it('serves the console from its sources before a broker of its own, until it is told to end', {
  timeout: 180_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'brokerdeck-dev-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const port = await freePort()
  const ports = ['--port', String(port), '--mqtt-port', '0', '--ws-port', '0']
  const dev = startDev(...ports, '--nodes', '1', '--no-sample-fleet', '--data-dir', dir)
  const said = await dev.said
  const url = `http://127.0.0.1:${port}`
  expect(said).toContain(`${url}/`)
  expect(said).toMatch(/user admin, password public/)
  expect(said).toMatch(/mqtt:\/\/127\.0\.0\.1:\d+/)

  const login = await fetch(`${url}/api/v5/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'public' }),
  })
  expect(login.status).toBe(200)
  expect(await login.json()).toHaveProperty('token')

  // Any address of the console is the page, with what the server says of itself.
  const page = await (await fetch(`${url}/dashboard/overview`, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('<meta name="brokerdeck" content="{&quot;routing&quot;')
  expect(page).toContain('&quot;mode&quot;:&quot;embedded&quot;')
  expect(page).not.toContain('Content-Security-Policy')
  const main = await fetch(`${url}/src/main.tsx`)
  expect([main.status, main.headers.get('content-type')]).toEqual([200, 'text/javascript'])
  expect(await main.text()).toContain('/src/app/start-console.ts')

  const client = await connectAsync(`ws://127.0.0.1:${port}/mqtt`, { wsOptions: { origin: url } })
  expect(client.connected).toBe(true)
  await client.endAsync()

  dev.child.kill('SIGINT')
  expect(await dev.ended).toEqual([0, null])
})

it('says which option it cannot take', async () => {
  const dev = startDev('--nodes', 'many')
  expect(await dev.said).toContain('--nodes')
  expect(await dev.ended).toEqual([2, null])
})
