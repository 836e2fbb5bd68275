import { expect, it } from 'vitest'
import { formatBind, formatPlace, toPlace } from './listening-place.ts'

const bind = (host: string | undefined, port: number) => ({ host, port })
const site = (index: number, host: string) => ({ index, host, listens: true })

it('counts the port of a written address up, node by node', () => {
  const places = [0, 1, 2].map((index) =>
    formatPlace(toPlace(bind('127.0.0.1', 1883), site(index, '127.0.0.1'))),
  )
  expect(places).toEqual(['127.0.0.1:1883', '127.0.0.1:1884', '127.0.0.1:1885'])
})

it.each([undefined, '0.0.0.0', '::'])('gives each node an address of its own for a port on %s', (host) => {
  const places = [0, 1].map((index) => formatPlace(toPlace(bind(host, 1883), site(index, '127.0.0.1'))))
  expect(places).toEqual(
    process.platform === 'linux'
      ? ['127.0.0.1:1883', '127.0.0.2:1883']
      : ['127.0.0.1:1883', '127.0.0.1:1884'],
  )
})

it('opens a bare port where the broker is reached, no further', () => {
  expect(formatPlace(toPlace(bind(undefined, 1883), site(1, '10.0.0.5')))).toBe('10.0.0.5:1884')
  expect(formatPlace(toPlace(bind('0.0.0.0', 1883), site(0, '0.0.0.0')))).toBe('0.0.0.0:1883')
  expect(formatPlace(toPlace(bind(undefined, 0), site(1, '0.0.0.0')))).toBe('0.0.0.0:0')
  expect(formatPlace(toPlace(bind('::', 1883), site(1, '0.0.0.0')))).toBe('[::]:1884')
  expect(formatPlace(toPlace(bind(undefined, 1883), site(0, '::')))).toBe('0.0.0.0:1883')
})

it('is written as the broker writes it', () => {
  expect([bind(undefined, 1883), bind('::1', 1883), bind('127.0.0.1', 1883)].map(formatBind)).toEqual([
    ':1883',
    '[::1]:1883',
    '127.0.0.1:1883',
  ])
})
