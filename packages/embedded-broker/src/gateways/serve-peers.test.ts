import { expect, it } from 'vitest'
import { Faults } from '../runtime/faults.ts'
import type { DatagramPeer } from './gateway-engine.ts'
import { servePeers } from './serve-peers.ts'

const entry = { id: 'coap:udp:default', mountpoint: '', authenticates: true }
const from = (port: number): DatagramPeer => ({
  host: '127.0.0.1',
  port,
  listener: entry,
  isFull: false,
  send: () => undefined,
})

it('a datagram that cannot be handled ends its sender, and nobody else', () => {
  const faults = new Faults()
  const said: string[] = []
  const served = servePeers({ faults }, ({ port }) => ({
    listener: entry.id,
    receive(datagram) {
      if (datagram.length === 0) throw new Error('no datagram')
      said.push(`${port} ${datagram}`)
    },
    tick() {
      if (port === 3) throw new Error('no time')
      said.push(`${port} ticks`)
      return false
    },
    end: (reason) => void said.push(`${port} ${reason}`),
  }))
  for (const port of [1, 2, 3]) served.receive?.(Buffer.from('a'), from(port))
  served.receive?.(Buffer.alloc(0), from(2))
  expect(said.splice(0)).toEqual(['1 a', '2 a', '3 a', '2 internal_error'])
  served.tick(1000)
  expect(said.splice(0)).toEqual(['1 ticks', '3 internal_error'])
  served.tick(2000)
  expect(said.splice(0)).toEqual(['1 ticks'])
  expect(faults.counts.get('packet')).toBe(2)
  served.receive?.(Buffer.from('b'), from(2))
  expect(said).toEqual(['2 b'])
})
