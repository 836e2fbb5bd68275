import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@brokerdeck/embedded-broker/testing/free-port.ts'
import { onTestFinished, vi } from 'vitest'

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(
  existsSync,
)

function configuration(dir: string, port: number, target: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  )
  return `
daemon off; master_process off; pid ${dir}/pid; error_log stderr error;
events {}
http {
  access_log off; ${temporary.join(' ')}
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  server {
    listen 127.0.0.1:${port};
    location / { return 418; }
    location /a/b/ {
      proxy_pass ${target};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
  }
}`
}

function end(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill()
  return ended
}

async function startNginx(program: string, target: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-nginx-'))
  const port = await freePort()
  await writeFile(join(dir, 'nginx.conf'), configuration(dir, port, target))
  const child = spawn(program, ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(async () => {
    await end(child)
    await rm(dir, { recursive: true, force: true })
  })
  const address = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(address), { timeout: 10_000 })
  return address
}

/**
 * Starts a small proxy that does the same where nginx is missing, so that the test covers the behaviour on every
 * machine.
 */
async function startPlainProxy(target: string): Promise<string> {
  const { hostname, port } = new URL(target)
  const server = http.createServer((request, response) => {
    if (request.url?.startsWith('/a/b/') !== true) return response.writeHead(418).end()
    const { method, url: path, headers } = request
    const passed = http.request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    return request.pipe(passed)
  })
  server.on('upgrade', (request, client: net.Socket) => {
    const behind = net.connect(Number(port), hostname)
    const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`)
    behind.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    client.on('error', () => behind.destroy())
    behind.on('error', () => client.destroy())
    client.pipe(behind).pipe(client)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

export const frontProxies = [
  ...(nginx === undefined ? [] : [['nginx', (target: string) => startNginx(nginx, target)] as const]),
  ['a plain proxy', startPlainProxy] as const,
]
