import net, { type Socket } from 'node:net'
import tls from 'node:tls'

type WatchSocket = (socket: Socket) => void

const byMark = new WeakMap<object, WatchSocket>()
const bySocket = new WeakMap<Socket, WatchSocket>()

/** Watches the sockets that are opened with this value as their `lookup`. */
export function markLookup(lookup: object, watch: WatchSocket): void {
  byMark.set(lookup, watch)
}

/** Also watches the sockets that are opened on top of this socket, for example by STARTTLS. */
export function followSocket(socket: Socket, watch: WatchSocket): void {
  bySocket.set(socket, watch)
}

function findWatch(options: unknown): WatchSocket | undefined {
  if (typeof options !== 'object' || options === null) return undefined
  if ('socket' in options && options.socket instanceof net.Socket) return bySocket.get(options.socket)
  if ('lookup' in options && typeof options.lookup === 'function') return byMark.get(options.lookup)
  return undefined
}

function replaceConnect(module: object, name: string): void {
  const original: unknown = Reflect.get(module, name)
  if (typeof original !== 'function') return
  const connect = (...args: unknown[]): unknown => {
    const socket: unknown = Reflect.apply(original, module, args)
    if (socket instanceof net.Socket) findWatch(args[0])?.(socket)
    return socket
  }
  Reflect.set(module, name, connect)
}

/**
 * The clients of MongoDB and RabbitMQ accept no socket from outside, and the clients of MySQL and PostgreSQL create
 * the encrypted socket themselves. They call these functions as properties of their modules; calls without a mark
 * behave as before.
 */
replaceConnect(net, 'connect')
replaceConnect(net, 'createConnection')
replaceConnect(tls, 'connect')
