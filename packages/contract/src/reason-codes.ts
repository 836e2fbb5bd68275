/** CONNACK return codes of MQTT 3.1 and 3.1.1 (§3.2.2.3) by number. */
export const connectReturnCodes = {
  0: 'accepted',
  1: 'unacceptable_protocol_version',
  2: 'identifier_rejected',
  3: 'server_unavailable',
  4: 'bad_username_or_password',
  5: 'not_authorized',
} as const
export type ConnectReturnCode = keyof typeof connectReturnCodes
export type ConnectReturnName = (typeof connectReturnCodes)[ConnectReturnCode]

/** Reason codes of MQTT 5.0 (§2.4). 0, 1 and 2 are granted QoS in a SUBACK, 0 is also a normal disconnection. */
export const reasonCodes = {
  0: 'success',
  1: 'granted_qos_1',
  2: 'granted_qos_2',
  4: 'disconnect_with_will_message',
  16: 'no_matching_subscribers',
  17: 'no_subscription_existed',
  24: 'continue_authentication',
  25: 're_authenticate',
  128: 'unspecified_error',
  129: 'malformed_packet',
  130: 'protocol_error',
  131: 'implementation_specific_error',
  132: 'unsupported_protocol_version',
  133: 'client_identifier_not_valid',
  134: 'bad_username_or_password',
  135: 'not_authorized',
  136: 'server_unavailable',
  137: 'server_busy',
  138: 'banned',
  139: 'server_shutting_down',
  140: 'bad_authentication_method',
  141: 'keep_alive_timeout',
  142: 'session_taken_over',
  143: 'topic_filter_invalid',
  144: 'topic_name_invalid',
  145: 'packet_identifier_in_use',
  146: 'packet_identifier_not_found',
  147: 'receive_maximum_exceeded',
  148: 'topic_alias_invalid',
  149: 'packet_too_large',
  150: 'message_rate_too_high',
  151: 'quota_exceeded',
  152: 'administrative_action',
  153: 'payload_format_invalid',
  154: 'retain_not_supported',
  155: 'qos_not_supported',
  156: 'use_another_server',
  157: 'server_moved',
  158: 'shared_subscriptions_not_supported',
  159: 'connection_rate_exceeded',
  160: 'maximum_connect_time',
  161: 'subscription_identifiers_not_supported',
  162: 'wildcard_subscriptions_not_supported',
} as const
export type ReasonCode = keyof typeof reasonCodes
export type ReasonName = (typeof reasonCodes)[ReasonCode]

function has<Table extends object>(table: Table, code: number): code is number & keyof Table {
  return Object.hasOwn(table, code)
}

/** Returns the name of a reason code of MQTT 5; undefined for a number that the standard does not define. */
export function reasonName(code: number): ReasonName | undefined {
  return has(reasonCodes, code) ? reasonCodes[code] : undefined
}

/** Returns the name of a CONNACK return code of MQTT 3. */
export function connectReturnName(code: number): ConnectReturnName | undefined {
  return has(connectReturnCodes, code) ? connectReturnCodes[code] : undefined
}
