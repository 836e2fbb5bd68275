import { createServer, type RequestListener, type Server } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { listen, makeApp } from '#testing/serve-app.ts'
import { proxyPlugin } from './proxy-plugin.ts'
import { openUpstream } from './upstream.ts'
import { UpstreamPool } from './upstream-pool.ts'

const pause = 50

/** A node that can be killed and restarted at the same address. */
class Node {
  readonly name: string
  readonly asked: string[] = []
  answer: RequestListener = (request, response) => {
    request.resume()
    request.on('end', () =>
      response.setHeader('content-type', 'application/json').end(`{"node":"${this.name}"}`),
    )
  }
  #server: Server | undefined
  #port = 0

  constructor(name: string) {
    this.name = name
    onTestFinished(() => this.kill())
  }

  async start(): Promise<URL> {
    const server = createServer((request, response) => {
      this.asked.push(`${request.method} ${request.url}`)
      this.answer(request, response)
    })
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    const address = server.address()
    this.#port = typeof address === 'object' && address !== null ? address.port : 0
    this.#server = server
    return new URL(`http://127.0.0.1:${this.#port}`)
  }

  async kill(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function startCluster(...nodes: [Node, ...Node[]]) {
  const [first, ...others] = await Promise.all(nodes.map((node) => node.start()))
  if (first === undefined) throw new Error('no node')
  const open = (url: URL) => openUpstream(url, { insecureTls: false })
  const lines: string[] = []
  const pool = new UpstreamPool([open(first), ...others.map(open)], {
    pause,
    report: (line) => lines.push(line),
  })
  const app = await makeApp({
    api: async (scope) => {
      await scope.register(proxyPlugin, { pool, basePath: '/' })
    },
  })
  const url = await listen(app)
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}/api/v5/${path}`, init)
    return {
      status: answer.status,
      by: answer.headers.get('x-brokerdeck-answered-by'),
      body: await answer.json(),
    }
  }
  return { pool, ask, lines, hosts: [first, ...others].map(({ host }) => host) }
}

it('the first address answers, and the answer says which', async () => {
  const [a, b] = [new Node('a'), new Node('b')]
  const { ask, hosts } = await startCluster(a, b)
  expect(await ask('nodes')).toEqual({ status: 200, by: hosts[0], body: { node: 'a' } })
  expect(b.asked).toEqual([])
})

it('reads and writes go to the next address when nothing can be sent to the first, and return once it is back', async () => {
  const [a, b] = [new Node('a'), new Node('b')]
  const { ask, hosts, pool, lines } = await startCluster(a, b)
  await a.kill()
  expect(await ask('nodes')).toEqual({ status: 200, by: hosts[1], body: { node: 'b' } })
  const write = await ask('banned', { method: 'POST', body: '{"as":"clientid"}' })
  expect(write).toEqual({ status: 200, by: hosts[1], body: { node: 'b' } })
  expect(b.asked).toEqual(['GET /api/v5/nodes', 'POST /api/v5/banned'])
  expect(lines).toEqual([`${hosts[0]} does not answer; asking ${hosts[1]}`])

  await a.start()
  await expect.poll(() => pool.current.url.host, { timeout: 10_000 }).toBe(hosts[0])
  expect(a.asked).toContain('GET /api/v5/status')
  expect(await ask('nodes')).toEqual({ status: 200, by: hosts[0], body: { node: 'a' } })
  expect(pool.failovers(pool.upstreams[0])).toBe(1)
})

it('a write that may have arrived is not sent to another address; the next one goes there', async () => {
  const [a, b] = [new Node('a'), new Node('b')]
  a.answer = (request) => {
    request.resume()
    request.on('end', () => request.socket.destroy())
  }
  const { ask, hosts } = await startCluster(a, b)
  const lost = await ask('banned', { method: 'POST', body: '{}' })
  expect([lost.status, lost.by]).toEqual([502, null])
  expect(b.asked).toEqual([])
  expect((await ask('banned', { method: 'POST', body: '{}' })).by).toBe(hosts[1])
})

it('a read that broke off is read again at the next address', async () => {
  const [a, b] = [new Node('a'), new Node('b')]
  a.answer = (request) => request.socket.destroy()
  const { ask, hosts } = await startCluster(a, b)
  expect((await ask('nodes')).by).toBe(hosts[1])
})

it('with no address left it says why, and asks again at once', async () => {
  const [a, b] = [new Node('a'), new Node('b')]
  const { ask, hosts } = await startCluster(a, b)
  await Promise.all([a.kill(), b.kill()])
  expect(await ask('nodes')).toMatchObject({ status: 502, body: { code: 'UPSTREAM_UNREACHABLE' } })
  await b.start()
  expect((await ask('nodes')).by).toBe(hosts[1])
})

it('50 pages that poll notice nothing of a node that is killed', async () => {
  const [a, b, c] = [new Node('a'), new Node('b'), new Node('c')]
  const { ask } = await startCluster(a, b, c)
  let isOver = false
  const statuses = new Map<number, number>()
  const pages = Array.from({ length: 50 }, async (_, page) => {
    while (!isOver) {
      const { status } = await ask(`clients?page=${page}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  await expect.poll(() => a.asked.length, { timeout: 20_000 }).toBeGreaterThan(200)
  await a.kill()
  await expect.poll(() => b.asked.length, { timeout: 20_000 }).toBeGreaterThan(200)
  isOver = true
  await Promise.all(pages)
  expect([...statuses.keys()]).toEqual([200])
})
