import type { PayloadEncoding } from '@brokerdeck/contract/diagnose/trace.ts'

export interface SubscribedFilter {
  readonly filter: string
  readonly qos: number | undefined
}

/** The values of a CONNECT packet. */
export interface ConnectFacts {
  readonly clientid: string
  readonly username: string | undefined
  /** The MQTT protocol version: 3, 4 or 5. */
  readonly protocolVersion: number
  readonly isCleanStart: boolean
  readonly keepAlive: number
  readonly hasPassword: boolean
  readonly hasWill: boolean
}

/** An MQTT packet as the broker prints it: `PUBLISH(Q1, R0, D0, Topic=a/b, PacketId=7, Payload(text)=x)`. */
export interface TracePacket {
  readonly type: string
  readonly qos: number
  readonly isRetained: boolean
  readonly isDuplicate: boolean
  readonly packetId: number | undefined
  /** The reason codes: one per filter in a SUBACK, otherwise at most one. */
  readonly reasonCodes: readonly number[]
  readonly topic: string | undefined
  readonly filters: readonly SubscribedFilter[]
  readonly payload: string | undefined
  readonly payloadEncoding: PayloadEncoding | undefined
  readonly connect: ConnectFacts | undefined
  readonly isSessionPresent: boolean
}

interface RowBase {
  /** Unique within the log of a trace. */
  readonly id: string
  readonly node: string
  /** The line as it stands in the log. */
  readonly line: string
  /** The time in milliseconds since 1970, with a fraction; for an unreadable line, the time of the line before. */
  readonly at: number
}

/** The content of a line, independent of the formatter that wrote it. */
export interface LineFacts {
  readonly time: string
  readonly level: string
  readonly tag: string | undefined
  readonly msg: string
  readonly clientid: string | undefined
  readonly username: string | undefined
  readonly peername: string | undefined
  readonly topic: string | undefined
  readonly packet: TracePacket | undefined
  readonly payload: string | undefined
  readonly payloadEncoding: PayloadEncoding | undefined
  /** The rest of the line's content, as texts or as JSON. */
  readonly meta: Readonly<Record<string, unknown>>
}

export interface TraceEvent extends RowBase, LineFacts {
  readonly kind: 'event'
}

/** A line that cannot be parsed; its text is kept. */
export interface RawLine extends RowBase {
  readonly kind: 'raw'
}

export type TraceRow = TraceEvent | RawLine
