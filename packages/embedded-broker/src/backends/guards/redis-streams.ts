import { Socket } from 'node:net'
import { NeighbourSockets } from './neighbour-sockets.ts'
import { openRedisGuard } from './redis-guard.ts'

export const openRedisSockets = () => new NeighbourSockets({ openGuard: openRedisGuard, isAskedFirst: false })

/** Of the clients that the library opens for itself without the options that it was given, as to a sentinel. */
const unowned = openRedisSockets()

const streams = new WeakMap<object, unknown>()

/** Asked for as a function, not by its class: this module may be loaded more than once in a process, the library is not. */
function findWatch(client: object): (stream: Socket) => unknown {
  const options: unknown = Reflect.get(client, 'options')
  const found: unknown =
    typeof options === 'object' && options !== null && Reflect.get(options, 'watchStream')
  return (stream) => (typeof found === 'function' ? found(stream) : unowned.watch(stream))
}

/**
 * Each client of the library, also those that it makes for the nodes of a cluster, keeps its connection as `stream` before it
 * reads of it. The option `watchStream` says whose it is.
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
