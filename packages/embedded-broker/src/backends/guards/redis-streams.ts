import { Socket } from 'node:net'
import { NeighbourSockets } from './neighbour-sockets.ts'
import { openRedisGuard } from './redis-guard.ts'

export const openRedisSockets = () => new NeighbourSockets({ openGuard: openRedisGuard, isAskedFirst: false })

/** For clients that the library creates without the options that it was given, for example for a sentinel. */
const unowned = openRedisSockets()

const streams = new WeakMap<object, unknown>()

/**
 * The option is tested as a function, not by a class: this module may be loaded more than once in a process, unlike
 * the library.
 */
function findWatch(client: object): (stream: Socket) => unknown {
  const options: unknown = Reflect.get(client, 'options')
  const found: unknown =
    typeof options === 'object' && options !== null && Reflect.get(options, 'watchStream')
  return (stream) => (typeof found === 'function' ? found(stream) : unowned.watch(stream))
}

/**
 * Every client of the library, including the clients that it creates for the nodes of a cluster, stores its
 * connection as `stream` before it reads from it. The option `watchStream` tells which owner watches it.
 */
export function watchStreams({ Redis }: typeof import('ioredis')): void {
  if (Object.hasOwn(Redis.prototype, 'stream')) return
  Object.defineProperty(Redis.prototype, 'stream', {
    get(this: object) {
      return streams.get(this)
    },
    set(this: object, stream: unknown) {
      streams.set(this, stream)
      if (stream instanceof Socket) findWatch(this)(stream)
    },
  })
}
