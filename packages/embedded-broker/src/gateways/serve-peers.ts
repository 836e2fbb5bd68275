import type { DatagramPeer, GatewayProtocol } from './gateway-engine.ts'
import type { GatewayNode } from './gateway-node.ts'

/** Who sends datagrams from one address. */
interface Peer {
  readonly listener: string
  receive(datagram: Buffer): void
  /** Once a second; true when nothing is left of it. */
  tick(now: number): boolean
  end(reason: string): void
}

/** On one node, those included who are no clients yet: an address costs a stranger nothing. */
const maxPeers = 10_000

/** Finds for each datagram whose it is. A fault in handling one ends what there is of its sender. */
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
