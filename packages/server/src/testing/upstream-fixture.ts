import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

function start(server: http.Server): Promise<number> {
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(portOf(server.address())))
  })
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

export async function startUpstream(listener: http.RequestListener): Promise<URL> {
  return new URL(`http://127.0.0.1:${await start(http.createServer(listener))}`)
}

/** Starts a TLS server with a self-signed certificate that names localhost only. */
export async function startTlsUpstream(listener: http.RequestListener): Promise<URL> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-cert-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const [keyFile, certFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const command = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout ${keyFile} -out ${certFile}`
  await promisify(execFile)('openssl', command.split(' '))
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certFile)])
  return new URL(`https://localhost:${await start(https.createServer({ key, cert }, listener))}`)
}

/** Resolves with an address that refuses connections: its port was free a moment ago. */
export async function deadUpstream(): Promise<URL> {
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server.address())
  await new Promise((resolve) => server.close(resolve))
  return new URL(`http://127.0.0.1:${port}`)
}
