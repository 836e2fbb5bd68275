import type { Duplex } from 'node:stream'
import type { Cluster } from '@brokerdeck/embedded-broker/mqtt/node/cluster.ts'
import { duplexPair } from '@brokerdeck/embedded-broker/testing/duplex-pair.ts'

/**
 * Returns a `WebSocket` class that ends in the embedded broker's cluster, like the server's tunnel. Other addresses
 * do not open. The broker reads a stream of bytes, so a frame here holds the bytes of one write.
 */
export function brokerSocket(cluster: Cluster) {
  return class BrokerSocket extends EventTarget {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSED = 3
    readonly OPEN = BrokerSocket.OPEN
    readonly CLOSED = BrokerSocket.CLOSED
    readonly bufferedAmount = 0
    binaryType = 'arraybuffer'
    readyState: number = BrokerSocket.CONNECTING
    #stream: Duplex | undefined

    constructor(address: string | URL) {
      super()
      queueMicrotask(() => this.#open(tunnelNode(cluster, new URL(address))))
    }

    send(data: Uint8Array): void {
      this.#stream?.write(Buffer.from(data))
    }

    close(): void {
      if (this.#stream === undefined) this.#end(1006)
      else this.#stream.end()
    }

    #open(node: string | undefined): void {
      if (node === undefined) {
        this.dispatchEvent(new Event('error'))
        this.#end(1006)
        return
      }
      const [near, far] = duplexPair()
      this.#stream = near
      cluster.attach(node, far)
      near.on('data', (chunk: Uint8Array) =>
        this.dispatchEvent(new MessageEvent('message', { data: new Uint8Array(chunk).buffer })),
      )
      near.on('close', () => this.#end(1000))
      this.readyState = BrokerSocket.OPEN
      this.dispatchEvent(new Event('open'))
    }

    #end(code: number): void {
      if (this.readyState === BrokerSocket.CLOSED) return
      this.readyState = BrokerSocket.CLOSED
      this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' }))
    }
  }
}

function tunnelNode({ nodes }: Cluster, { host, pathname, searchParams }: URL): string | undefined {
  if (host !== location.host || pathname !== '/mqtt') return undefined
  const wanted = searchParams.get('node')
  return nodes.find(({ name, isRunning }) => isRunning && (wanted ?? name) === name)?.name
}
