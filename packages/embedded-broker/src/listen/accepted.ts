import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ClientCertificate } from './client-certificate.ts'

export interface Origin {
  readonly host: string
  readonly port: number
  /** The certificate that the client presented and that was verified. */
  readonly certificate?: ClientCertificate
}

/** A byte stream that is to carry MQTT, with the origin of its peer. */
export interface Accepted extends Origin {
  readonly stream: Duplex
}

export type OnAccept = (accepted: Accepted) => void

/** Passes a connection through the layers between its first byte and MQTT. */
export type Transport = (socket: Socket, origin: Origin) => void
