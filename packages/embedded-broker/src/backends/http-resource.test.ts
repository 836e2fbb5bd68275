import { createServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../certificates/self-signed.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openHttp } from './http-resource.ts'

const { cert, key } = selfSigned('service', ['localhost'], ['127.0.0.1'], Date.now())
const { cert: stranger } = selfSigned('stranger', ['localhost'], ['127.0.0.1'], Date.now())

async function secureService(): Promise<string> {
  const server = createServer({ cert, key }, (_request, response) => response.end('{"fine":true}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `https://127.0.0.1:${address.port}/a`
}

const question = { method: 'GET', path: '/a', headers: {}, body: undefined } as const

async function ask(ssl: Readonly<Record<string, unknown>>): Promise<number> {
  const document = { url: await secureService(), pool_size: 1, ssl: { enable: true, ...ssl } }
  const resource = openHttp(document, { clock: manualClock() })
  onTestFinished(() => resource.close())
  await resource.started
  return (await resource.ask(question, 'n')).status
}

test('a service is trusted as the settings say: nobody is asked, or whom the authority vouches for', async () => {
  expect(await ask({ verify: 'verify_none' })).toBe(200)
  expect(await ask({ verify: 'verify_peer', cacertfile: cert })).toBe(200)
  await expect(ask({ verify: 'verify_peer', cacertfile: stranger })).rejects.toThrow(/certificate/)
  await expect(ask({ verify: 'verify_peer' })).rejects.toThrow(/certificate/)
})

test('one that is not there is not asked, and neither is a stopped one', async () => {
  const resource = openHttp({ url: 'http://127.0.0.1:9', pool_size: 1 }, { clock: manualClock() })
  await resource.started
  await expect(resource.ask(question, 'n')).rejects.toThrow('ECONNREFUSED')
  expect(resource.getMetrics('n')).toMatchObject({ matched: 1, failed: 1, success: 0 })
  expect(resource.getMetrics('other')).toMatchObject({ matched: 0 })
  await resource.close()
  expect(resource.status).toBe('stopped')
  await expect(resource.ask(question, 'n')).rejects.toThrow('stopped')
})
