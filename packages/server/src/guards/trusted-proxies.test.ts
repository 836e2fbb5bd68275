import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAddress, trustIn } from './trusted-proxies.ts'

let own: readonly string[] = []
const server = createServer((asked, answer) => answer.end(clientAddress(asked, trustIn(own))))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

async function seen(trusted: readonly string[], forwarded?: string): Promise<string> {
  own = trusted
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('The server does not listen on a port')
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const asked = request({ port: place.port, host: '127.0.0.1', headers, agent: false }).end()
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    asked.on('response', resolve).on('error', reject),
  )
  return text(answer)
}

test.each([
  ['nobody is trusted, nothing is said', [], undefined, '127.0.0.1'],
  ['nobody is trusted, and a stranger claims to forward', [], '203.0.113.9', '127.0.0.1'],
  ['a trusted proxy says nothing', ['127.0.0.1'], undefined, '127.0.0.1'],
  ['a trusted proxy says an empty line', ['127.0.0.1'], '', '127.0.0.1'],
  ['a trusted proxy names who asked it', ['127.0.0.1'], '203.0.113.9', '203.0.113.9'],
  [
    'what stands before the last stranger may be made up',
    ['127.0.0.1'],
    '10.9.9.9, 203.0.113.9',
    '203.0.113.9',
  ],
  [
    'several of one’s own are gone through',
    ['127.0.0.0/8', '10.0.0.0/8'],
    '203.0.113.9, 10.1.1.1',
    '203.0.113.9',
  ],
  ['only one’s own: the first of them', ['127.0.0.0/8', '10.0.0.0/8'], '10.1.1.2 , 10.1.1.1', '10.1.1.2'],
  ['an IPv4 address in its IPv6 form', ['127.0.0.1'], '::ffff:203.0.113.9', '203.0.113.9'],
  ['one’s own in its IPv6 form', ['127.0.0.1', '10.0.0.0/8'], '203.0.113.9, ::ffff:10.1.1.1', '203.0.113.9'],
])('%s', async (_, trusted, forwarded, address) => {
  expect(await seen(trusted, forwarded)).toBe(address)
})
