import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { hostilePeer, pour } from '../../testing/hostile-peer.ts'
import { runningConnector } from '../testing/running.ts'
import { mqttDriver } from './mqtt-driver.ts'

const connack = Buffer.from([0x20, 2, 0, 0])

/** Builds a QoS 2 message that is never released. */
function kept(id: number): Buffer {
  const head = Buffer.from([0x34, 0x80, 0x80, 0x40, 0, 1, 0x61, 0, 0])
  head.writeUInt16BE(id, 7)
  return Buffer.concat([head, Buffer.alloc(1_048_576 - 5)])
}

const attacks: Readonly<Record<string, (socket: Socket) => void>> = {
  'a packet of 256 MB': (socket) => {
    socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]))
    pour(socket, Buffer.alloc(65_536))
  },
  'a length without end': (socket) => socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x7f])),
  '64 MB that are never released': (socket) => {
    for (let id = 1; id <= 64; id++) socket.write(kept(id))
  },
  garbage: (socket) => socket.write('x'.repeat(300)),
  'a reset in the middle': (socket) =>
    socket.write(Buffer.from([0x30, 10, 0]), () => socket.resetAndDestroy()),
}

const document = (server: string) => ({ server, pool_size: 1, connect_timeout: '1s' })

for (const [name, attack] of Object.entries(attacks)) {
  test(`A far broker that sends ${name} is left, and found gone`, async () => {
    let turns = 0
    const peer = await hostilePeer({
      answer: (socket, packet) => {
        // The second connection is only refused, so that the effect of the first can be observed.
        if (packet[0] !== 0x10) return
        if (turns++ === 0) {
          socket.write(connack)
          attack(socket)
        } else socket.write(Buffer.from([0x20, 2, 0, 5]))
      },
    })
    const running = await runningConnector(mqttDriver, document(peer.server))
    await eventually(() => expect(peer.taken).toBeGreaterThan(1))
    await eventually(() => {
      running.clock.advance(15_000)
      expect(running.connector.health).toMatchObject({ status: 'disconnected' })
    })
    await running.connector.close()
    await eventually(() => expect(peer.open).toBe(0))
  })
}
