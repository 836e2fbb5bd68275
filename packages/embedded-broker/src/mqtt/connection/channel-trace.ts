import type { Packet } from 'mqtt-packet'
import { type Reason, reasons } from '../client/reason.ts'
import type { Traced, TraceEvent, Tracing } from '../events/tracing.ts'

/** The reasons of ends that were ordered from elsewhere: the connection itself has no reason to close the socket. */
const ordered: readonly Reason[] = [reasons.takenOver, reasons.discarded, reasons.kicked]

/** The trace events of a connection while a trace runs. */
export class ChannelTrace {
  readonly #trace: Tracing
  readonly #who: () => Traced
  #waiting: Packet[] = []

  constructor(trace: Tracing, who: () => Traced) {
    this.#trace = trace
    this.#who = who
  }

  get isOn(): boolean {
    return this.#trace.write !== undefined
  }

  traceReceived(packet: Packet): void {
    this.#trace.write?.(this.#about({ tag: 'MQTT', msg: 'mqtt_packet_received', packet }))
  }

  /**
   * Traces a sent packet. Packets for a resumed session are traced after its CONNACK, even if they were built before
   * it.
   */
  sent(packet: Packet, isHandshaking: boolean): void {
    const { write } = this.#trace
    if (write === undefined) return
    if (isHandshaking) {
      this.#waiting.push(packet)
      return
    }
    for (const one of [packet, ...this.#waiting.splice(0)]) {
      write(this.#about({ tag: 'MQTT', msg: 'mqtt_packet_sent', packet: one }))
    }
  }

  traceEnd(reason: Reason, isForced: boolean): void {
    const { write } = this.#trace
    if (write === undefined) return
    if (isForced && !ordered.includes(reason)) {
      write(this.#about({ tag: 'SOCKET', msg: 'socket_force_closed', meta: { reason: reason.word } }))
    }
    const meta = { reason: `{shutdown,${reason.word}}` }
    write(this.#about({ tag: 'SOCKET', msg: 'emqx_connection_terminated', meta }))
  }

  #about(event: Omit<TraceEvent, 'who'>): TraceEvent {
    return { who: this.#who(), ...event }
  }
}
