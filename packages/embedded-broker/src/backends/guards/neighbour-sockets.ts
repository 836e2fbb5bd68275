import { lookup as lookUpName } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import { type AnswerGuard, AnswerTooLargeError } from './answer-guard.ts'
import { followSocket, markLookup } from './guarded-connects.ts'

/** The maximum number of bytes that arrive until the next write: by then every request has its response. */
const longestAnswer = 16 * 1_048_576

/** The time from the opening of a connection until requests can be sent, in milliseconds. */
const longestGreetingMs = 5000

/** The time that closing a connection may take, in milliseconds; a healthy server responds sooner. */
const longestGoodbyeMs = 250

interface NeighbourKind {
  /** Creates a guard for one connection, which checks it from the first byte on. */
  readonly openGuard: () => AnswerGuard
  /** False if the other side sends data without a request, as a broker does that delivers messages. */
  readonly isAskedFirst: boolean
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** The connections of one client to one external system of the operator's, which is not trusted. */
export class NeighbourSockets {
  /** For clients that accept no socket: connections that are opened with this `lookup` are watched. */
  readonly lookup: LookupFunction
  readonly #kind: NeighbourKind
  readonly #sockets = new Set<Socket>()
  #end: Error | undefined

  constructor(kind: NeighbourKind) {
    this.#kind = kind
    this.lookup = (host, options, done) => lookUpName(host, options, done)
    markLookup(this.lookup, (socket) => this.watch(socket))
  }

  /**
   * Watches a socket. Data that the guard refuses never reaches a reader of the socket, and an exception of a reader
   * never reaches the process.
   */
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
          // A library that fails on the data that it reads must end only this connection.
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
    // The functions are replaced on the object itself, so Node's classes stay unchanged for all other code.
    Object.assign(socket, guarded)
    // Node resets `write` when a socket connects that was created earlier.
    socket.once('connect', () => Object.assign(socket, { write: guarded.write }))
    this.#sockets.add(socket)
    // Libraries remove their listeners before the last error is emitted.
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

  /**
   * Destroys the connections at once, together with requests that wait for a response; the next request opens a new
   * connection.
   */
  breakOff(reason: Error): void {
    for (const socket of this.#sockets) socket.destroy(reason)
  }

  /**
   * Settles like the work. After the timeout it rejects and destroys the connections, so no response is read that is
   * no longer needed.
   */
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

  /**
   * Lets the library close its connection properly, but waits only briefly for the other side and then destroys the
   * connection.
   */
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

  /** Closes permanently: connections that a library opens later are destroyed as well. */
  close(): void {
    this.#end ??= new Error('closed')
    this.breakOff(this.#end)
  }
}
