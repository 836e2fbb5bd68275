import { lookup as lookUpName } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import { type AnswerGuard, AnswerTooLargeError } from './answer-guard.ts'
import { followSocket, markLookup } from './guarded-connects.ts'

/** Of what arrives before anything more is written, in bytes: whoever asks nothing more has been answered by then. */
const longestAnswer = 16 * 1_048_576

/** Of a connection, until it can be asked. */
const longestGreetingMs = 5000

/** A server that is well answers sooner. */
const longestGoodbyeMs = 250

interface NeighbourKind {
  /** A guard for one connection, from its first byte on. */
  readonly openGuard: () => AnswerGuard
  /** False where the other side speaks by itself: a broker that hands over messages. */
  readonly isAskedFirst: boolean
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** The connections of one client to one system of the operator, which may be anybody's. */
export class NeighbourSockets {
  /** For clients that take no socket: what is connected with it is watched. */
  readonly lookup: LookupFunction
  readonly #kind: NeighbourKind
  readonly #sockets = new Set<Socket>()
  #end: Error | undefined

  constructor(kind: NeighbourKind) {
    this.#kind = kind
    this.lookup = (host, options, done) => lookUpName(host, options, done)
    markLookup(this.lookup, (socket) => this.watch(socket))
  }

  /** Nothing that the guard refuses reaches a reader of the socket, and nothing that a reader throws the process. */
  watch<Watched extends Socket>(socket: Watched): Watched {
    if (this.#end !== undefined) {
      socket.on('error', () => undefined)
      socket.destroy(this.#end)
      return socket
    }
    const guard = this.#kind.openGuard()
    const { push, emit, write } = socket
    let unasked = 0
    const check = (chunk: unknown) => {
      if (!(chunk instanceof Uint8Array)) return
      unasked += chunk.length
      if (this.#kind.isAskedFirst && unasked > longestAnswer)
        throw new AnswerTooLargeError(`more than ${longestAnswer} bytes`)
      guard.check(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    }
    const guarded = {
      push: (...args: readonly unknown[]): unknown => {
        try {
          check(args[0])
        } catch (error) {
          socket.destroy(asError(error))
          return false
        }
        return Reflect.apply(push, socket, args)
      },
      emit: (...args: readonly unknown[]): unknown => {
        try {
          return Reflect.apply(emit, socket, args)
        } catch (error) {
          // A library that fails at what it reads must not end more than this connection.
          socket.destroy(asError(error))
          return true
        }
      },
      write: (...args: readonly unknown[]): unknown => {
        unasked = 0
        const [sent] = args
        if (typeof sent === 'string' || sent instanceof Uint8Array) guard.noteSent?.(Buffer.from(sent))
        return Reflect.apply(write, socket, args)
      },
    }
    // On the object itself: the classes of Node stay as they are for everybody else.
    Object.assign(socket, guarded)
    // Node takes it back when a socket is connected that was made before.
    socket.once('connect', () => Object.assign(socket, { write: guarded.write }))
    this.#sockets.add(socket)
    // Libraries take their listeners away before the last fault has come.
    socket.on('error', () => undefined)
    const patience = setTimeout(() => {
      if (guard.isGreeted === false) socket.destroy(new Error('timeout: no greeting'))
    }, longestGreetingMs).unref()
    followSocket(socket, (upper) => {
      clearTimeout(patience)
      this.watch(upper)
    })
    socket.once('close', () => {
      clearTimeout(patience)
      this.#sockets.delete(socket)
    })
    return socket
  }

  /** At once, with whatever waits for an answer; the next question opens a new one. */
  breakOff(reason: Error): void {
    for (const socket of this.#sockets) socket.destroy(reason)
  }

  /** As the work ends; where it takes longer, it ends because its connection does: nothing goes on being read for nobody. */
  async within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const reason = new Error(`timeout: no answer within ${timeoutMs} ms`)
        this.breakOff(reason)
        reject(reason)
      }, timeoutMs).unref()
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** A library says goodbye in its way, but nobody waits for the other side: whatever it does, it is cut off. */
  async closeWith(sayGoodbye: () => Promise<unknown>): Promise<void> {
    const said = sayGoodbye().catch(() => undefined)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestGoodbyeMs)
    })
    await Promise.race([said, late])
    clearTimeout(timer)
    this.close()
  }

  /** For good: what a library still opens is destroyed, too. */
  close(): void {
    this.#end ??= new Error('closed')
    this.breakOff(this.#end)
  }
}
