import type { Duplex } from 'node:stream'
import type { IDisconnectPacket, Packet } from 'mqtt-packet'
import { AckQueue } from './ack-queue.ts'
import type { Message } from './cluster.ts'
import type { Caller, Conversation } from './conversation.ts'
import type { Core } from './core.ts'
import { handleConnect, refuseVersion } from './handle-connect.ts'
import { handlePuback, handlePubcomp, handlePubrec } from './handle-outgoing-acks.ts'
import { handlePublish, handlePubrel } from './handle-publish.ts'
import { handleSubscribe, handleUnsubscribe } from './handle-subscribe.ts'
import type { Home } from './home.ts'
import { Inflow } from './inflow.ts'
import type { Link, SendResult } from './link.ts'
import { listenerLimits } from './listener-limits.ts'
import { unmounted } from './mountpoint.ts'
import type { OutboxEntry } from './outbox.ts'
import { encodePublish, Outgoing } from './outgoing.ts'
import type { ReadProblem } from './packet-reader.ts'
import { type Reason, reasons } from './reason.ts'
import type { MqttSession } from './session.ts'
import type { Will } from './wills.ts'
import { Wire } from './wire.ts'

/** One connection: its packets in, its session's packets out. */
export class Channel implements Conversation, Link {
  readonly core: Core
  readonly home: Home
  readonly peer: Caller
  readonly wire: Wire
  readonly link: Link = this
  readonly acks = new AckQueue(() => this.fail(reasons.storageFailed))
  readonly aliases = new Map<number, string>()
  session: MqttSession | undefined
  will: Will | undefined
  #silenceMilliseconds: number
  #isOver = false
  readonly #onOver: (channel: Channel) => void

  constructor(core: Core, home: Home, stream: Duplex, peer: Caller, onOver: (channel: Channel) => void) {
    this.core = core
    this.home = home
    this.peer = peer
    this.#onOver = onOver
    const { idleTimeout, maxPacketSize } = core.settings.mqtt
    this.#silenceMilliseconds = idleTimeout
    const own = listenerLimits(peer.settings)
    this.wire = new Wire(
      stream,
      home,
      { maxPacketSize, inflow: new Inflow(() => own) },
      {
        onPacket: (packet) => this.#take(packet),
        onProblem: (problem) => this.#refuse(problem),
        onClosed: () => this.leave(reasons.connectionLost),
      },
    )
  }

  get version() {
    return this.wire.version
  }

  get counters() {
    return this.wire.counters
  }

  get isOverdue(): boolean {
    return (
      this.#silenceMilliseconds > 0 &&
      performance.now() - this.wire.lastReceivedAt > this.#silenceMilliseconds
    )
  }

  /** MQTT-3.1.2-22: one and a half times unless the settings say otherwise. 0 switches it off. */
  setKeepalive(seconds: number): void {
    this.#silenceMilliseconds = seconds * 1000 * this.core.settings.mqtt.keepaliveMultiplier
  }

  sendQos0(outgoing: Outgoing, retain: boolean, subscriptionIdentifier: number | undefined): SendResult {
    this.#watchMemory()
    const seen = this.#asSeen(outgoing.message)
    const own = seen === outgoing.message ? outgoing : new Outgoing(seen)
    const bytes = own.encodeQos0(this.version, retain, subscriptionIdentifier, this.core.now())
    return this.wire.sendPublish(bytes, 0)
  }

  sendEntry(entry: OutboxEntry, dup: boolean): SendResult {
    this.#watchMemory()
    const { packetId, subscriptionIdentifier } = entry
    const message = this.#asSeen(entry.message)
    const { qos, retain } = message
    const envelope = { qos, retain, dup: dup && qos > 0, packetId, subscriptionIdentifier }
    return this.wire.sendPublish(encodePublish(message, envelope, this.version, this.core.now()), qos)
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
      this.wire.send({ cmd: 'disconnect', reasonCode: reason.code })
    }
    this.leave(reason)
  }

  leave(reason: Reason): void {
    if (this.#isOver) return
    this.#isOver = true
    this.wire.end()
    this.#onOver(this)
    if (this.session !== undefined) this.core.registry.detach(this.session, reason, this.will)
  }

  /** Like a crash: nobody is told anything and the session is left alone. */
  abort(): void {
    this.#isOver = true
    this.wire.destroy()
  }

  /** A client behind a mountpoint does not see it. */
  #asSeen(message: Message): Message {
    const mountpoint = this.session?.mountpoint ?? ''
    return mountpoint === '' ? message : { ...message, topic: unmounted(mountpoint, message.topic) }
  }

  /** EMQX ends a connection whose process takes too much memory; here that is what a client does not read. */
  #watchMemory(): void {
    const { isEnabled, maxBytes } = this.core.settings.forceShutdown
    if (!isEnabled || this.wire.waitingBytes <= maxBytes || this.#isOver) return
    // Not in the middle of a message's way to all its receivers.
    queueMicrotask(() => this.fail(reasons.heapTooLarge))
  }

  #refuse(problem: ReadProblem | 'too-large'): void {
    if (problem === 'unsupported-version' && this.session === undefined) refuseVersion(this)
    else if (problem === 'too-large') this.fail(reasons.packetTooLarge)
    else this.fail(problem === 'protocol-error' ? reasons.protocolError : reasons.malformed)
  }

  #take(packet: Packet): void {
    const { session } = this
    if (session === undefined) {
      if (packet.cmd === 'connect') handleConnect(this, packet)
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
      default:
        // A second CONNECT (MQTT-3.1.0-2), AUTH without a method (MQTT-4.12.0-6), or a server's packet.
        this.fail(reasons.protocolError)
    }
  }

  #takeLeave(session: MqttSession, packet: IDisconnectPacket): void {
    const expiry = packet.properties?.sessionExpiryInterval
    if (expiry !== undefined) {
      // MQTT 5 §3.14.2.2.2
      if (session.expiryInterval === 0 && expiry > 0) {
        this.fail(reasons.protocolError)
        return
      }
      session.details.expiryInterval = expiry
    }
    const isNormal = (packet.reasonCode ?? 0) === 0
    if (isNormal) this.will = undefined
    this.leave(isNormal ? reasons.normal : reasons.withWill)
  }
}
