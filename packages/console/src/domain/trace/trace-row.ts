import type { PayloadEncoding } from '@brokerdeck/contract/diagnose/trace.ts'

export interface SubscribedFilter {
  readonly filter: string
  readonly qos: number | undefined
}

/** What a CONNECT asks for. */
export interface ConnectFacts {
  readonly clientid: string
  readonly username: string | undefined
  /** 3, 4 or 5. */
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
  /** One per filter in a SUBACK, else at most one. */
  readonly reasonCodes: readonly number[]
  readonly topic: string | undefined
  readonly filters: readonly SubscribedFilter[]
  readonly payload: string | undefined
  readonly payloadEncoding: PayloadEncoding | undefined
  readonly connect: ConnectFacts | undefined
  readonly isSessionPresent: boolean
}

interface RowBase {
  /** Unique in the log of a trace. */
  readonly id: string
  readonly node: string
  /** As it stands in the log. */
  readonly line: string
  /** Milliseconds since 1970 with a fraction; of an unreadable line that of the one before. */
  readonly at: number
}

/** What a line says, whichever formatter wrote it. */
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
  /** Everything else the line says, as texts or as JSON. */
  readonly meta: Readonly<Record<string, unknown>>
}

export interface TraceEvent extends RowBase, LineFacts {
  readonly kind: 'event'
}

/** A line nobody understands; nothing is lost. */
export interface RawLine extends RowBase {
  readonly kind: 'raw'
}

export type TraceRow = TraceEvent | RawLine
