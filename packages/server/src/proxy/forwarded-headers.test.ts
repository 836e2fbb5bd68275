import { expect, it } from 'vitest'
import { connectionWords, handshakeHeaders, headersToClient, headersToUpstream } from './forwarded-headers.ts'

it('reads the words of a connection as names of headers', () => {
  expect(connectionWords({ connection: ' Keep-Alive,X-Own ,,close' })).toEqual([
    'keep-alive',
    'x-own',
    'close',
  ])
  expect(connectionWords({})).toEqual([])
})

it('passes on what the broker is asked with, and nothing that is for this hop or of the browser alone', () => {
  const kept = { accept: 'application/json', authorization: 'Bearer t', 'content-type': 'text/plain' }
  const dropped = {
    connection: 'close',
    host: 'deck.example',
    te: 'trailers',
    upgrade: 'h2c',
    expect: '100-continue',
    'content-length': '5',
    'transfer-encoding': 'chunked',
    'proxy-authorization': 'Basic x',
    cookie: 'a=b',
    origin: 'http://deck.example',
    referer: 'http://deck.example/x',
    forwarded: 'for=6.6.6.6',
  }
  expect(headersToUpstream({ ...kept, ...dropped, 'x-forwarded-for': '6.6.6.6' }, '10.0.0.1')).toEqual({
    ...kept,
    'x-forwarded-for': '10.0.0.1',
  })
})

it('drops what a client says is for this hop, but never by whose right and how a body is read', () => {
  const headers = {
    connection: 'X-Own, Authorization, content-type, content-encoding',
    'x-own': '1',
    'x-other': '2',
    authorization: 'Bearer t',
    'content-type': 'text/plain',
    'content-encoding': 'gzip',
  }
  expect(headersToUpstream(headers, '::1')).toEqual({
    'x-other': '2',
    authorization: 'Bearer t',
    'content-type': 'text/plain',
    'content-encoding': 'gzip',
    'x-forwarded-for': '::1',
  })
})

it('returns of an answer what describes it, and nothing that speaks for this server', () => {
  const told = { 'content-type': 'text/plain', etag: '"1"', 'content-length': '3', location: '/api/v5/x' }
  const spoken = { 'set-cookie': ['a=b'], 'access-control-allow-origin': '*', refresh: '0', 'x-new': '1' }
  expect(headersToClient({ ...told, ...spoken, connection: 'close' })).toEqual(told)
})

it('passes on of a handshake what belongs to the WebSocket', () => {
  const own = { 'sec-websocket-key': 'k', 'sec-websocket-protocol': 'mqtt' }
  expect(
    handshakeHeaders({ ...own, cookie: 'a=b', 'x-sec-websocket-key': 'n', upgrade: 'websocket' }),
  ).toEqual(own)
})
