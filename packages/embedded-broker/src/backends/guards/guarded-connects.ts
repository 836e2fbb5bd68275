import net, { type Socket } from 'node:net'
import tls from 'node:tls'

type WatchSocket = (socket: Socket) => void

const byMark = new WeakMap<object, WatchSocket>()
const bySocket = new WeakMap<Socket, WatchSocket>()

/** What is opened with this value as its `lookup` is watched. */
export function markLookup(lookup: object, watch: WatchSocket): void {
  byMark.set(lookup, watch)
}

/** What is opened upon this socket, as by STARTTLS, is watched, too. */
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
 * The clients of MongoDB and RabbitMQ take no socket from outside, and those of MySQL and PostgreSQL make the encrypted one
 * themselves. They call these functions as properties of their modules; for all that is not marked they are as before.
 */
replaceConnect(net, 'connect')
replaceConnect(net, 'createConnection')
replaceConnect(tls, 'connect')
