import type { Duplex } from 'node:stream'
import type { IDisconnectPacket, Packet } from 'mqtt-packet'
import type { Credentials } from '../client/access.ts'
import { stripMountpoint } from '../client/mountpoint.ts'
import { type Reason, reasons } from '../client/reason.ts'
import { noRights } from '../client/rights.ts'
import { IngressLimiter } from '../limits/ingress-limiter.ts'
import { listenerLimits } from '../limits/listener-limits.ts'
import type { Message, QoS } from '../node/cluster.ts'
import { AckQueue } from '../session/ack-queue.ts'
import type { Link, SendResult } from '../session/link.ts'
import type { OutboxEntry } from '../session/outbox.ts'
import { encodePublish, Outgoing } from '../session/outgoing.ts'
import type { MqttSession } from '../session/session.ts'
import type { Will } from '../session/wills.ts'
import type { BrokerServices } from './broker-services.ts'
import { ChannelTrace } from './channel-trace.ts'
import type { Caller, ConnectionContext } from './connection-context.ts'
import { handleAuth } from './handle-auth.ts'
import { handleConnect, refuseVersion } from './handle-connect.ts'
import { handlePuback, handlePubcomp, handlePubrec } from './handle-outgoing-acks.ts'
import { handlePublish, handlePubrel } from './handle-publish.ts'
import { handleSubscribe, handleUnsubscribe } from './handle-subscribe.ts'
import type { NodeContext } from './node-context.ts'
import type { ReadProblem } from './packet-reader.ts'
import { Wire } from './wire.ts'
import { parsePacketProperties } from './wire-properties.ts'

interface SentPacket {
  readonly qos: QoS
  readonly retain: boolean
  readonly dup: boolean
  readonly packetId?: number | undefined
}

/** A connection: receives the packets of a client and sends those of its session. */
export class Channel implements ConnectionContext, Link {
  readonly core: BrokerServices
  readonly nodeContext: NodeContext
  readonly peer: Caller
  readonly wire: Wire
  readonly link: Link = this
  readonly acks = new AckQueue(
    () => this.fail(reasons.storageFailed),
    (error) => this.#endFaulty(error),
  )
  readonly aliases = new Map<number, string>()
  readonly trace: ChannelTrace
  session: MqttSession | undefined
  will: Will | undefined
  credentials: Credentials | undefined
  dialogue: ((data: Buffer) => void) | undefined
  #silenceMilliseconds: number
  #isOver = false
  readonly #onOver: (channel: Channel) => void

  constructor(
    core: BrokerServices,
    nodeContext: NodeContext,
    stream: Duplex,
    peer: Caller,
    onOver: (channel: Channel) => void,
  ) {
    this.core = core
    this.nodeContext = nodeContext
    this.peer = peer
    this.#onOver = onOver
    const stranger = { node: nodeContext.name, peerhost: peer.host, peerport: peer.port }
    this.trace = new ChannelTrace(core.trace, () => this.session ?? this.credentials ?? stranger)
    const { idleTimeout, maxPacketSize } = core.settings.mqtt
    this.#silenceMilliseconds = idleTimeout
    const own = listenerLimits(peer.settings)
    this.wire = new Wire(
      stream,
      nodeContext,
      { maxPacketSize, ingressLimiter: new IngressLimiter(own), isBusy: () => core.load.isBusy?.() === true },
      {
        onPacket: (packet) => this.contain(() => this.#take(packet)),
        onSent: (packet) => this.trace.sent(packet, this.wire.isHandshaking),
        onProblem: (problem) => this.#refuse(problem),
        onClosed: () => this.contain(() => this.leave(reasons.connectionLost)),
      },
    )
  }

  get version() {
    return this.wire.version
  }

  get counters() {
    return this.wire.counters
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** True if the authentication that admitted the client has expired. */
  get isExpired(): boolean {
    const { expiresAt } = this.session?.rights ?? noRights
    return expiresAt !== undefined && expiresAt <= this.core.now()
  }

  get isOverdue(): boolean {
    return (
      this.#silenceMilliseconds > 0 &&
      performance.now() - this.wire.lastReceivedAt > this.#silenceMilliseconds
    )
  }

  /**
   * Sets the keepalive: one and a half times `seconds` unless the settings say otherwise (MQTT-3.1.2-22). 0 disables
   * it.
   */
  setKeepalive(seconds: number): void {
    this.#silenceMilliseconds = seconds * 1000 * this.core.settings.mqtt.keepaliveMultiplier
  }

  sendQos0(outgoing: Outgoing, retain: boolean, subscriptionIdentifier: number | undefined): SendResult {
    this.#watchMemory()
    const seen = this.#asSeen(outgoing.message)
    const own = seen === outgoing.message ? outgoing : new Outgoing(seen)
    const bytes = own.encodeQos0(this.version, retain, subscriptionIdentifier, this.core.now())
    return this.#traceSent(this.wire.sendPublish(bytes, 0), seen, { qos: 0, retain, dup: false })
  }

  sendEntry(entry: OutboxEntry, dup: boolean): SendResult {
    this.#watchMemory()
    const { packetId, subscriptionIdentifier } = entry
    const message = this.#asSeen(entry.message)
    const { qos, retain } = message
    const envelope = { qos, retain, dup: dup && qos > 0, packetId, subscriptionIdentifier }
    const bytes = encodePublish(message, envelope, this.version, this.core.now())
    return this.#traceSent(this.wire.sendPublish(bytes, qos), message, envelope)
  }

  sendPubrel(packetId: number): void {
    this.wire.send({ cmd: 'pubrel', messageId: packetId, reasonCode: 0 })
  }

  disconnect(reason: Reason): void {
    this.fail(reason)
  }

  fail(reason: Reason): void {
    if (this.#isOver) return
    if (this.session !== undefined && this.version === 5) {
      const { code: reasonCode, reference } = reason
      const properties = reference === undefined ? {} : { properties: { serverReference: reference } }
      this.wire.send({ cmd: 'disconnect', reasonCode, ...properties })
    }
    this.#end(reason, true)
  }

  contain(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#endFaulty(error)
    }
  }

  #endFaulty(error: unknown): void {
    this.core.faults.report('packet', this.session?.clientid ?? this.peer.host, error)
    this.fail(reasons.faulty)
  }

  leave(reason: Reason): void {
    this.#end(reason, false)
  }

  #end(reason: Reason, isForced: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    this.trace.traceEnd(reason, isForced)
    this.wire.end()
    this.#onOver(this)
    if (this.session !== undefined) this.core.registry.detach(this.session, reason, this.will)
  }

  /** Drops the connection as in a crash: no listener is notified and the session is left unchanged. */
  abort(): void {
    this.#isOver = true
    this.wire.destroy()
  }

  #traceSent(result: SendResult, { topic, payload }: Message, envelope: SentPacket): SendResult {
    if (!this.trace.isOn || result !== 'sent') return result
    const { qos, retain, dup, packetId } = envelope
    const identified = packetId === undefined ? {} : { messageId: packetId }
    const packet = { cmd: 'publish', topic, payload, qos, retain, dup, ...identified } as const
    this.trace.sent(packet, this.wire.isHandshaking)
    return result
  }

  /** Returns the message without the mountpoint, which a client does not see. */
  #asSeen(message: Message): Message {
    const mountpoint = this.session?.mountpoint ?? ''
    return mountpoint === '' ? message : { ...message, topic: stripMountpoint(mountpoint, message.topic) }
  }

  /**
   * EMQX ends a connection whose process takes too much memory; here the unread output of a client counts as that
   * memory.
   */
  #watchMemory(): void {
    const { isEnabled, maxBytes } = this.core.settings.forceShutdown
    if (!isEnabled || this.wire.waitingBytes <= maxBytes || this.#isOver) return
    // Ending the connection at once would interrupt the delivery of a message to all its receivers.
    queueMicrotask(() => this.contain(() => this.fail(reasons.heapTooLarge)))
  }

  #refuse(problem: ReadProblem | 'too-large'): void {
    if (problem === 'unsupported-version' && this.session === undefined) refuseVersion(this)
    else if (problem === 'too-large') this.fail(reasons.packetTooLarge)
    else this.fail(problem === 'protocol-error' ? reasons.protocolError : reasons.malformed)
  }

  #take(packet: Packet): void {
    const { session } = this
    // `handleConnect` traces a CONNECT itself, because the client is known only after the packet has been evaluated.
    if (packet.cmd !== 'connect' || session !== undefined) this.trace.traceReceived(packet)
    if (session === undefined) {
      if (packet.cmd === 'connect' && this.credentials === undefined) handleConnect(this, packet)
      else if (packet.cmd === 'auth') handleAuth(this, packet)
      else if (packet.cmd === 'disconnect' && this.dialogue !== undefined) this.leave(reasons.normal)
      else this.fail(reasons.protocolError)
      return
    }
    switch (packet.cmd) {
      case 'publish':
        handlePublish(this, session, packet)
        break
      case 'puback':
        handlePuback(this, session, packet)
        break
      case 'pubrec':
        handlePubrec(this, session, packet)
        break
      case 'pubrel':
        handlePubrel(this, session, packet)
        break
      case 'pubcomp':
        handlePubcomp(this, session, packet)
        break
      case 'subscribe':
        handleSubscribe(this, session, packet)
        break
      case 'unsubscribe':
        handleUnsubscribe(this, session, packet)
        break
      case 'pingreq':
        this.wire.send({ cmd: 'pingresp' })
        break
      case 'disconnect':
        this.#takeLeave(session, packet)
        break
      case 'auth':
        handleAuth(this, packet)
        break
      default:
        // The packet is a second CONNECT (MQTT-3.1.0-2) or a packet that only servers send.
        this.fail(reasons.protocolError)
    }
  }

  #takeLeave(session: MqttSession, packet: IDisconnectPacket): void {
    const expiry = packet.properties?.sessionExpiryInterval
    if (expiry !== undefined) {
      // MQTT 5 §3.14.2.2.2: a session without an expiry must not receive an expiry at its end.
      if (session.expiryInterval === 0 && expiry > 0) {
        this.fail(reasons.protocolError)
        return
      }
      session.details.expiryInterval = expiry
    }
    const isNormal = (packet.reasonCode ?? 0) === 0
    if (isNormal) this.will = undefined
    const reason = isNormal ? reasons.normal : reasons.withWill
    this.leave({ ...reason, properties: parsePacketProperties(packet.properties) })
  }
}
