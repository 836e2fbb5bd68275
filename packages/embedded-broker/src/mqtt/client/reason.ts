import type { PacketProperties } from '../events/client-events.ts'

/** A disconnect reason: the MQTT 5 code (§2.4) and EMQX's word for it in events. */
export interface Reason {
  readonly code: number
  readonly word: string
  /** The properties of the DISCONNECT that the client sent. */
  readonly properties?: PacketProperties | undefined
  /** The server that the client may use instead (MQTT 5 §3.14.2.2.5). */
  readonly reference?: string | undefined
}

export const reasons = {
  normal: { code: 0x00, word: 'normal' },
  withWill: { code: 0x04, word: 'disconnect_with_will' },
  connectionLost: { code: 0x00, word: 'tcp_closed' },
  unspecified: { code: 0x80, word: 'unspecified_error' },
  malformed: { code: 0x81, word: 'malformed_packet' },
  protocolError: { code: 0x82, word: 'protocol_error' },
  faulty: { code: 0x83, word: 'implementation_specific_error' },
  storageFailed: { code: 0x83, word: 'implementation_specific_error' },
  messageRefused: { code: 0x83, word: 'implementation_specific_error' },
  expired: { code: 0x87, word: 'expired' },
  notAuthorized: { code: 0x87, word: 'not_authorized' },
  shuttingDown: { code: 0x8b, word: 'server_shutting_down' },
  keepaliveTimeout: { code: 0x8d, word: 'keepalive_timeout' },
  takenOver: { code: 0x8e, word: 'takenover' },
  discarded: { code: 0x8e, word: 'discarded' },
  topicFilterInvalid: { code: 0x8f, word: 'topic_filter_invalid' },
  topicNameInvalid: { code: 0x90, word: 'topic_name_invalid' },
  receiveMaximumExceeded: { code: 0x93, word: 'receive_maximum_exceeded' },
  topicAliasInvalid: { code: 0x94, word: 'topic_alias_invalid' },
  packetTooLarge: { code: 0x95, word: 'packet_too_large' },
  queueTooLong: { code: 0x97, word: 'message_queue_too_long' },
  heapTooLarge: { code: 0x97, word: 'proc_heap_too_large' },
  kicked: { code: 0x98, word: 'kicked' },
  useAnotherServer: { code: 0x9c, word: 'use_another_server' },
  retainNotSupported: { code: 0x9a, word: 'retain_not_supported' },
  qosNotSupported: { code: 0x9b, word: 'qos_not_supported' },
  idleTimeout: { code: 0x8d, word: 'idle_timeout' },
} as const satisfies Record<string, Reason>
