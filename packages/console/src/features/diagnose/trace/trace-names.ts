import type {
  PayloadEncoding,
  Trace,
  TraceFormatter,
  TraceType,
} from '@brokerdeck/contract/diagnose/trace.ts'
import { trace as m } from '#features/diagnose/messages/trace.ts'

export const traceTypeNames: Readonly<Record<TraceType, string>> = {
  clientid: m.clientid,
  topic: m.topic,
  ip_address: m.ip_address,
  ruleid: m.ruleid,
}

export const payloadEncodingNames: Readonly<Record<PayloadEncoding, string>> = {
  text: m.text,
  hex: m.hex,
  hidden: m.hidden,
}

export const formatterNames: Readonly<Record<TraceFormatter, string>> = { text: m.text, json: m.json }

/** Returns the client ID, topic, IP address or rule that the trace follows. */
export function getTraceCondition(trace: Trace): string {
  switch (trace.type) {
    case 'clientid':
      return trace.clientid
    case 'topic':
      return trace.topic
    case 'ip_address':
      return trace.ip_address
    case 'ruleid':
      return trace.ruleid
  }
}

export function countTraceBytes({ log_size: sizes }: Trace): number {
  return Object.values(sizes).reduce((sum, size) => sum + size, 0)
}
