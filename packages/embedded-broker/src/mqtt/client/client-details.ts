import type { ClientCertificate } from '../../listen/client-certificate.ts'
import type { ProtocolVersion } from '../node/cluster.ts'
import type { Rights } from './rights.ts'

/** The details that a client states about itself when it connects. */
export interface SessionDetails {
  readonly username: string | undefined
  readonly protocolName: 'MQTT' | 'MQIsdp'
  readonly protocolVersion: ProtocolVersion
  readonly ipAddress: string
  readonly port: number
  readonly listener: string
  keepalive: number
  readonly isCleanStart: boolean
  expiryInterval: number
  readonly isBridge: boolean
  readonly connectedAt: number
  /** The prefix of all topics and topic filters of the client; the client itself does not see it. */
  readonly mountpoint: string
  /** The attributes that the broker derives from the client by its settings. */
  readonly attributes: Readonly<Record<string, string>>
  /** The rights of the client; reauthentication may change them. */
  rights: Rights
  readonly isAuthenticated: boolean
  readonly certificate?: ClientCertificate
}

/** The part of a session that its client states at each connection; the next connection replaces it. */
export class ClientDetails {
  details: SessionDetails

  constructor(details: SessionDetails) {
    this.details = details
  }

  get username() {
    return this.details.username
  }
  get protocolName() {
    return this.details.protocolName
  }
  get protocolVersion() {
    return this.details.protocolVersion
  }
  get ipAddress() {
    return this.details.ipAddress
  }
  get port() {
    return this.details.port
  }
  get listener() {
    return this.details.listener
  }
  get keepalive() {
    return this.details.keepalive
  }
  get isCleanStart() {
    return this.details.isCleanStart
  }
  get expiryInterval() {
    return this.details.expiryInterval
  }
  get isBridge() {
    return this.details.isBridge
  }
  get connectedAt() {
    return this.details.connectedAt
  }
  get isWebSocket() {
    return /^wss?:/.test(this.details.listener)
  }
  get isPersistent() {
    return this.details.expiryInterval > 0
  }
  get mountpoint() {
    return this.details.mountpoint
  }
  get attributes() {
    return this.details.attributes
  }
  get rights() {
    return this.details.rights
  }
  get certificate() {
    return this.details.certificate
  }
  /** False if the listener does not authenticate its clients. */
  get isAuthenticated() {
    return this.details.isAuthenticated
  }
}
