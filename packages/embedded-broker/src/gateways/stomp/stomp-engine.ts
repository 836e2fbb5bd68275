import { randomBytes } from 'node:crypto'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import * as v from 'valibot'
import type { Accepted } from '../../listen/accepted.ts'
import { noRights, type Rights } from '../../mqtt/client/rights.ts'
import { type ClientOverride, clientOverrideSchema, overridden } from '../client-override.ts'
import { GatewayCounters } from '../gateway-client.ts'
import type { GatewayEngine, GatewayEntry } from '../gateway-engine.ts'
import { gatewayMountpoint } from '../gateway-mountpoint.ts'
import type { GatewayCredentials, GatewayNode } from '../gateway-node.ts'
import { formatFrame, getHeader, type StompFrame } from './stomp-frame.ts'
import { type FrameLimits, StompFrameReader } from './stomp-frame-reader.ts'
import { StompSession } from './stomp-session.ts'

const documentSchema = v.object({
  frame: v.object({
    max_headers: v.number(),
    max_headers_length: v.number(),
    max_body_length: v.number(),
  }),
  mountpoint: v.string(),
  idle_timeout: v.string(),
  clientinfo_override: v.optional(clientOverrideSchema, {}),
})

/** The maximum number of connections on a node, including those that are not authenticated yet. */
const maxConnections = 20_000

export const stompEngine: GatewayEngine = (document, node) => {
  const {
    frame,
    mountpoint,
    idle_timeout: idle,
    clientinfo_override: override,
  } = v.parse(documentSchema, document)
  const settings: StompSettings = {
    frame: {
      maxHeaders: frame.max_headers,
      maxHeadersLength: frame.max_headers_length,
      maxBodyLength: frame.max_body_length,
    },
    mountpoint,
    idleTimeout: parseDuration(idle) ?? 30_000,
    override,
  }
  const connections = new Set<StompConnection>()
  return {
    async accept(accepted, listener) {
      if (connections.size >= maxConnections) {
        accepted.stream.destroy()
        return
      }
      const connection = new StompConnection(accepted, listener, node, settings)
      connections.add(connection)
      await connection.serve()
      connections.delete(connection)
    },
    tick(now) {
      for (const connection of connections) connection.tick(now)
    },
    dismiss(listener) {
      for (const connection of [...connections])
        if (listener === undefined || connection.listener === listener) connection.end('shutdown')
    },
  }
}

interface StompSettings {
  readonly frame: FrameLimits
  readonly mountpoint: string
  /** The time in milliseconds after which a connection without a CONNECT is closed. */
  readonly idleTimeout: number
  readonly override: ClientOverride
}

/** The maximum number of bytes that wait for a client that does not read. */
const maxBacklog = 1_048_576

/** The time that the last frames to a client may take to arrive, in milliseconds. */
const goodbye = 5000

/** The shortest heartbeat in milliseconds that a check each second can keep. */
const finestHeartbeat = 2000

const longestClientid = 512

const versions = ['1.2', '1.1', '1.0'] as const

const heartbeatByte = Buffer.of(0x0a)

/** A connection of a STOMP client, from its first byte to its last. */
class StompConnection {
  readonly counters = new GatewayCounters()
  readonly #accepted: Accepted
  readonly #listener: GatewayEntry
  readonly #node: GatewayNode
  readonly #settings: StompSettings
  readonly #reader: StompFrameReader
  #session: StompSession | undefined
  #hasEscapes = false
  #heartbeat = { mustSend: 0, mustReceive: 0 }
  #lastSent: number
  #lastReceived: number
  #endedAt: number | undefined

  constructor(accepted: Accepted, listener: GatewayEntry, node: GatewayNode, settings: StompSettings) {
    this.#accepted = accepted
    this.#listener = listener
    this.#node = node
    this.#settings = settings
    this.#reader = new StompFrameReader(settings.frame)
    this.#lastSent = this.#lastReceived = node.clock.now()
  }

  get listener(): string {
    return this.#listener.id
  }

  /** Serves the connection until it ends; never throws. */
  async serve(): Promise<void> {
    const { stream } = this.#accepted
    stream.on('error', () => stream.destroy())
    try {
      for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
        if (!Buffer.isBuffer(chunk)) continue
        await this.#take(chunk)
        if (this.#endedAt !== undefined) break
      }
    } catch (error) {
      this.#node.log('debug', 'stomp_connection_broken', { reason: String(error) })
    }
    this.end('closed')
  }

  /** Called once a second. */
  tick(now: number): void {
    const { stream } = this.#accepted
    const { mustSend, mustReceive } = this.#heartbeat
    if (this.#endedAt !== undefined) {
      if (now - this.#endedAt > goodbye) stream.destroy()
    } else if (this.#session === undefined) {
      if (now - this.#lastReceived > this.#settings.idleTimeout) this.end('idle_timeout')
    } else if (mustReceive > 0 && now - this.#lastReceived > 2 * mustReceive) this.end('heartbeat_timeout')
    else if (mustSend > 0 && now - this.#lastSent >= mustSend - 1000) this.#write(heartbeatByte)
  }

  end(reason: string): void {
    if (this.#endedAt !== undefined) return
    this.#endedAt = this.#node.clock.now()
    const { stream } = this.#accepted
    stream.end(() => stream.destroy())
    this.#session?.client.end(reason)
  }

  /** Sends a frame; returns false if the client reads too slowly and the message is dropped. */
  send(frame: StompFrame): boolean {
    if (this.#endedAt !== undefined || this.#accepted.stream.writableLength > maxBacklog) return false
    this.#write(formatFrame(frame, this.#hasEscapes))
    return true
  }

  /**
   * Sends an ERROR frame and ends the connection: after an invalid frame the following bytes mean nothing (STOMP 1.2,
   * "ERROR").
   */
  refuse(frame: StompFrame | undefined, message: string): void {
    const receipt = frame === undefined ? undefined : getHeader(frame, 'receipt')
    const named = receipt === undefined ? [] : [['receipt-id', receipt] as const]
    const headers = [...named, ['message', message], ['content-type', 'text/plain']] as const
    this.send({ command: 'ERROR', headers, body: Buffer.from(message) })
    this.end('error')
  }

  #findRights(who: Omit<GatewayCredentials, 'node'>): Promise<Rights | undefined> {
    return this.#listener.authenticates ? this.#node.authenticate(who) : Promise.resolve(noRights)
  }

  #write(bytes: Buffer): void {
    this.counters.sent(bytes.length)
    this.#lastSent = this.#node.clock.now()
    this.#accepted.stream.write(bytes)
  }

  async #take(chunk: Buffer): Promise<void> {
    this.counters.countReceived(chunk.length)
    this.#lastReceived = this.#node.clock.now()
    const { frames, fault } = this.#reader.read(chunk)
    for (const frame of frames) {
      this.counters.recvPkt += 1
      if (this.#session === undefined) await this.#connect(frame)
      else if (frame.command === 'CONNECT' || frame.command === 'STOMP') {
        this.refuse(frame, 'Unexpected command CONNECT')
      } else await this.#session.handle(frame)
      if (this.#endedAt !== undefined) return
    }
    if (fault !== undefined) this.refuse(undefined, `Invalid frame: ${fault}`)
  }

  async #connect(frame: StompFrame): Promise<void> {
    if (frame.command !== 'CONNECT' && frame.command !== 'STOMP') {
      this.refuse(frame, 'Not connected')
      return
    }
    const accepted = (getHeader(frame, 'accept-version') ?? '1.0').split(',').map((one) => one.trim())
    const version = versions.find((one) => accepted.includes(one))
    const beat = /^(\d{1,9}),(\d{1,9})$/.exec(getHeader(frame, 'heart-beat') ?? '0,0')
    if (version === undefined) this.refuse(frame, 'Supported protocol versions are 1.0, 1.1 and 1.2')
    else if (beat === null) this.refuse(frame, 'Invalid heart-beat')
    else await this.#join(frame, version, { wants: Number(beat[2]), promises: Number(beat[1]) })
  }

  async #join(
    frame: StompFrame,
    version: string,
    { wants, promises }: { readonly wants: number; readonly promises: number },
  ): Promise<void> {
    const { override, mountpoint } = this.#settings
    const { host: ipAddress, port } = this.#accepted
    const values = { Packet: { headers: Object.fromEntries([...frame.headers].reverse()) } }
    const username = overridden(override.username, values, getHeader(frame, 'login'))
    const password = overridden(override.password, values, getHeader(frame, 'passcode'))
    const clientid = overridden(override.clientid, values, undefined) ?? randomBytes(8).toString('hex')
    const protocolName = 'STOMP'
    const who = { clientid, username, ipAddress, port, listener: this.#listener.id, protocolName }
    const isTooLong = Buffer.byteLength(clientid) > longestClientid
    const rights = isTooLong ? undefined : await this.#findRights({ ...who, password })
    if (this.#endedAt !== undefined) return
    const mounted = gatewayMountpoint(this.#listener.mountpoint || mountpoint, { clientid, username })
    if (rights === undefined || mounted === undefined) {
      this.refuse(frame, 'Login Failed: not_authorized')
      return
    }
    const facts = {
      ...who,
      rights,
      protocolVersion: version,
      keepalive: 0,
      isCleanStart: true,
      mountpoint: mounted,
      connectedAt: this.#node.clock.now(),
      createdAt: undefined,
    }
    const client = this.#node.enter(facts, this.counters, (reason) => this.end(reason))
    this.#session = new StompSession(client, this)
    this.#hasEscapes = version !== '1.0'
    this.#reader.isPlain = !this.#hasEscapes
    const mustSend = wants === 0 ? 0 : Math.max(wants, finestHeartbeat)
    const mustReceive = promises === 0 ? 0 : Math.max(promises, finestHeartbeat)
    this.#heartbeat = { mustSend, mustReceive }
    const headers = [
      ['version', version],
      ['heart-beat', `${mustSend},${mustReceive}`],
    ] as const
    this.send({ command: 'CONNECTED', headers, body: Buffer.alloc(0) })
  }
}
