import { reasonWords as m } from '#kit/messages/mqtt.ts'

export interface ReasonWords {
  readonly title: string
  /** The meaning and the remedy; undefined if the title suffices. */
  readonly meaning: string | undefined
}

const words: ReadonlyMap<string, string> = new Map(Object.entries(m))

/** Other spellings: those of the standard, of the events, of sockets and of Erlang. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['disconnect_with_will_message', 'disconnect_with_will'],
  ['normal_disconnection', 'normal'],
  ['keep_alive_timeout', 'keepalive_timeout'],
  ['session_taken_over', 'takenover'],
  ['takeover', 'takenover'],
  ['discard', 'discarded'],
  ['administrative_action', 'kicked'],
  ['kick', 'kicked'],
  ['unacceptable_protocol_version', 'unsupported_protocol_version'],
  ['bad_clientid', 'client_identifier_not_valid'],
  ['unauthorized_client', 'not_authorized'],
  ['sock_closed', 'tcp_closed'],
  ['ssl_closed', 'tcp_closed'],
  ['closed', 'tcp_closed'],
  ['peer_closed', 'tcp_closed'],
  ['remote', 'tcp_closed'],
  ['econnreset', 'connection_reset'],
  ['sock_error', 'connection_reset'],
  ['etimedout', 'connection_timeout'],
  ['frame_error', 'malformed_packet'],
  ['frame_parse_error', 'malformed_packet'],
  ['invalid_proto_name', 'malformed_packet'],
  ['frame_too_large', 'packet_too_large'],
  ['proto_ver_not_supported', 'unsupported_protocol_version'],
  ['auth_expired', 'expired'],
  ['session_expired', 'expired'],
  ['username_or_password_undefined', 'bad_username_or_password'],
  ['internal', 'internal_error'],
])

/**
 * Returns the glossary entry of a reason: of MQTT's reason codes by their names in the contract, and of the broker's
 * own words for the end of a connection or a dropped message. Undefined for a reason without an entry.
 */
export function reasonWords(name: string): ReasonWords | undefined {
  const known = spellings.get(name) ?? name
  const title = words.get(known)
  return title === undefined || known.endsWith('.meaning')
    ? undefined
    : { title, meaning: words.get(`${known}.meaning`) }
}
