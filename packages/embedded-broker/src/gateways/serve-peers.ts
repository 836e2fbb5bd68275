import type { DatagramPeer, GatewayProtocol } from './gateway-engine.ts'
import type { GatewayNode } from './gateway-node.ts'

/** A sender of datagrams from an address. */
interface Peer {
  readonly listener: string
  receive(datagram: Buffer): void
  /** Called once a second; returns true when the peer has timed out. */
  tick(now: number): boolean
  end(reason: string): void
}

/**
 * The maximum number of peers on a node, including peers without a client: source addresses cost an attacker nothing.
 */
const maxPeers = 10_000

/** Dispatches each datagram to its peer. An exception in handling a datagram ends its peer. */
export function servePeers(
  { faults }: Pick<GatewayNode, 'faults'>,
  open: (peer: DatagramPeer) => Peer,
): GatewayProtocol {
  const peers = new Map<string, Peer>()
  const contain = (key: string, work: () => void): void => {
    try {
      work()
    } catch (error) {
      faults.report('packet', key, error)
      const peer = peers.get(key)
      peers.delete(key)
      faults.contain('packet', key, () => peer?.end('internal_error'))
    }
  }
  return {
    receive(datagram, origin) {
      const key = `${origin.listener.id} ${origin.host} ${origin.port}`
      contain(key, () => {
        let peer = peers.get(key)
        if (peer === undefined) {
          if (peers.size >= maxPeers) return
          peer = open(origin)
          peers.set(key, peer)
        }
        peer.receive(datagram)
      })
    },
    tick(now) {
      for (const [key, peer] of peers)
        contain(key, () => {
          if (peer.tick(now)) peers.delete(key)
        })
    },
    dismiss(listener) {
      for (const [key, peer] of peers) {
        if (listener !== undefined && peer.listener !== listener) continue
        peers.delete(key)
        contain(key, () => peer.end('shutdown'))
      }
    },
  }
}
