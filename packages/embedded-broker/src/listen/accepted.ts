import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ClientCertificate } from './client-certificate.ts'

export interface Origin {
  readonly host: string
  readonly port: number
  /** That it has shown, and that was found right. */
  readonly certificate?: ClientCertificate
}

/** A byte stream that is to speak MQTT, and who is at its other end. */
export interface Accepted extends Origin {
  readonly stream: Duplex
}

export type OnAccept = (accepted: Accepted) => void

/** Passes a connection through what lies between its first byte and MQTT. */
export type Transport = (socket: Socket, origin: Origin) => void
