import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { formatPlace, type ListeningPlace } from '../listen/listening-place.ts'
import { clientAddress } from '../listen/socket-listener.ts'

interface Origin {
  readonly host: string
  readonly port: number
  send(datagram: Buffer): void
}

/** The maximum number of bytes that wait to be sent; further datagrams are dropped, as UDP allows. */
const maxWaiting = 1_048_576

/** A UDP socket of a node. */
export class DatagramDoor {
  readonly #take: (datagram: Buffer, origin: Origin) => void
  #place: ListeningPlace
  #socket: Socket | undefined

  constructor(place: ListeningPlace, take: (datagram: Buffer, origin: Origin) => void) {
    this.#place = place
    this.#take = take
  }

  /** The address, with the real port once the socket has been open. */
  get place(): string {
    return formatPlace(this.#place)
  }

  open(): Promise<void> {
    const { host, port } = this.#place
    const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' })
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        socket.close()
        reject(error)
      }
      socket.once('error', fail)
      socket.bind(port, host, () => {
        socket.off('error', fail)
        // The socket reports only datagrams that could not be sent because the receiver is gone.
        socket.on('error', () => undefined)
        this.#place = { host, port: socket.address().port }
        this.#socket = socket
        resolve()
      })
      socket.on('message', (datagram, { address, port: from }) => {
        this.#take(datagram, {
          host: clientAddress(address, { host, port }),
          port: from,
          send: (answer) => this.#send(answer, from, address),
        })
      })
    })
  }

  close(): Promise<void> {
    const socket = this.#socket
    this.#socket = undefined
    return new Promise((resolve) => {
      if (socket === undefined) resolve()
      else socket.close(() => resolve())
    })
  }

  #send(datagram: Buffer, port: number, address: string): void {
    const socket = this.#socket
    if (socket === undefined || socket.getSendQueueSize() > maxWaiting) return
    socket.send(datagram, port, address, () => undefined)
  }
}
