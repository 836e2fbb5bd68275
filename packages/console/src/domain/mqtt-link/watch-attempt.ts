import type { Packet } from 'mqtt'
import { beginAuthentication } from '#domain/mqtt-link/enhanced/begin-authentication.ts'
import type { Authentication } from '#domain/mqtt-link/enhanced/scram-authentication.ts'
import type { LinkRequest } from './connection-settings.ts'
import type { AuthenticationFault, Connack, LinkEnd } from './link-state.ts'
import { readConnack } from './read-packet.ts'

export interface Sighting {
  /** Opens the socket of the next attempt. */
  open(protocols: readonly string[]): WebSocket
  see(packet: Packet): void
  fail(message: string): void
  /** Records that this client does not continue an authentication. */
  giveUp(method: string, fault: AuthenticationFault): void
  readonly connack: Connack | undefined
  /** The authentication of this attempt; undefined once the attempt has ended. */
  readonly authentication: Authentication | undefined
  /** True if the broker accepted the client but is not trusted. */
  readonly isUnproven: boolean
  /** Returns the reason for the end of the attempt, or of the connection that it made. */
  end(): LinkEnd
}

interface Seen {
  readonly startedAt: number
  isOpen: boolean
  wasConnected: boolean
  close: { readonly code: number; readonly reason: string } | undefined
  verdict: LinkEnd | undefined
}

/** Records the observable facts of an attempt to connect: a browser reports little, and the library less. */
export function watchAttempt(request: LinkRequest): Sighting {
  const { url, settings } = request
  const { version } = settings
  let connack: Connack | undefined
  let authentication: Authentication | undefined
  let seen = begin()
  return {
    open(protocols) {
      const now = begin()
      seen = now
      connack = undefined
      authentication = beginAuthentication(request)
      const socket = new WebSocket(url, [...protocols])
      socket.addEventListener('open', () => {
        now.isOpen = true
      })
      socket.addEventListener('close', ({ code, reason }) => {
        now.close = { code, reason }
      })
      return socket
    },
    see(packet) {
      if (packet.cmd === 'connack') {
        const code = (version === 5 ? packet.reasonCode : packet.returnCode) ?? 0
        if (code === 0) {
          connack = readConnack(packet, version)
          const fault = authentication?.findFault(packet.properties?.authenticationData)
          if (fault !== undefined) this.giveUp(authentication?.method ?? '', fault)
        } else {
          const came = authentication && { method: authentication.method, step: authentication.step }
          const how = came === undefined ? {} : { authentication: came }
          seen.verdict = { kind: 'refused', version, code, ...pickReasonString(packet.properties), ...how }
        }
        seen.wasConnected = code === 0
      }
      if (packet.cmd === 'disconnect') {
        seen.verdict = { kind: 'ended', code: packet.reasonCode ?? 0, ...pickReasonString(packet.properties) }
      }
    },
    fail(message) {
      if (message === 'connack timeout') seen.verdict ??= describeUnanswered(seen)
      else if (message === 'Keepalive timeout') seen.verdict ??= { kind: 'silent' }
      // A browser's error event has no details; the close event that follows has some.
      else if (message !== 'WebSocket error') seen.verdict ??= { kind: 'failed', message }
    },
    giveUp(method, fault) {
      seen.verdict = { kind: 'unproven', method, fault }
    },
    get connack() {
      return connack
    },
    get authentication() {
      return authentication
    },
    get isUnproven() {
      return seen.verdict?.kind === 'unproven'
    },
    end() {
      authentication = undefined
      return seen.verdict ?? describeClose(seen, version)
    },
  }
}

const begin = (): Seen => ({
  startedAt: Date.now(),
  isOpen: false,
  wasConnected: false,
  close: undefined,
  verdict: undefined,
})

const pickReasonString = (properties: { readonly reasonString?: string | undefined } | undefined) =>
  properties?.reasonString === undefined ? {} : { reasonString: properties.reasonString }

function describeUnanswered({ isOpen, startedAt }: Seen): LinkEnd {
  const afterMs = Date.now() - startedAt
  return isOpen ? { kind: 'unanswered', afterMs } : { kind: 'unopened', afterMs, isTimeout: true }
}

function describeClose({ isOpen, wasConnected, close, startedAt }: Seen, version: 4 | 5): LinkEnd {
  return isOpen
    ? {
        kind: 'closed',
        version,
        wasConnected,
        closeCode: close?.code ?? 1006,
        closeReason: close?.reason ?? '',
      }
    : { kind: 'unopened', afterMs: Date.now() - startedAt, isTimeout: false }
}
