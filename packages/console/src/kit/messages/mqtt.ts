import { vocabulary } from '#i18n/vocabulary.ts'

export const accessWords = {
  allows: (who: string, action: string) => `Allows ${who} to ${action}`,
  denies: (who: string, action: string) => `Denies ${who} to ${action}`,
  allow: (action: string) => `May ${action}`,
  deny: (action: string) => `May not ${action}`,
  publish: (topics: string) => `publish to ${topics}`,
  subscribe: (topics: string) => `subscribe to ${topics}`,
  both: (topics: string) => `publish and subscribe to ${topics}`,
  everything: 'everything',
  nothing: 'nothing',
  exactly: (topic: string) => `the very filter ${topic}`,
  withQos: (action: string, levels: string) => `${action}, with QoS ${levels}`,
  noQos: (action: string) => `${action}, with no QoS, so it never matches`,
  retained: (action: string) => `${action}, retained only`,
  notRetained: (action: string) => `${action}, not retained`,
  everybody: 'everybody',
  username: (text: string) => `the username ${text}`,
  usernames: (pattern: string) => `usernames that match ${pattern}`,
  clientId: (text: string) => `the client ID ${text}`,
  clientIds: (pattern: string) => `client IDs that match ${pattern}`,
  attribute: (name: string, text: string) => `clients whose attribute ${name} is ${text}`,
  attributes: (name: string, pattern: string) => `clients whose attribute ${name} matches ${pattern}`,
  addresses: (nets: string) => `addresses in ${nets}`,
  allOf: (list: string) => `clients that are all of: ${list}`,
  anyOf: (list: string) => `clients that are any of: ${list}`,
  builtIn: 'Built-in database',
  file: vocabulary.file,
  http: 'HTTP service',
  passwordBased: 'Password-Based',
  clientInfo: 'Client Info',
  ofMechanism: (backend: string, mechanism: string) => `${backend} (${mechanism})`,
}

export const reasonWords = {
  accepted: 'Accepted',
  success: vocabulary.success,
  granted_qos_1: 'Granted with QoS 1',
  granted_qos_2: 'Granted with QoS 2',
  normal: 'Closed normally',
  'normal.meaning': 'The client said goodbye with DISCONNECT. Nothing is wrong.',
  disconnect_with_will: 'Left with its will',
  'disconnect_with_will.meaning': 'The client said goodbye and asked the broker to publish its will message.',
  no_matching_subscribers: 'No subscribers',
  'no_matching_subscribers.meaning':
    'The broker took the message, but nobody has subscribed to its topic. Check the topic and the filters of the subscribers.',
  no_subscription_existed: 'No such subscription',
  'no_subscription_existed.meaning': 'There was nothing to unsubscribe from.',
  continue_authentication: 'Authentication goes on',
  re_authenticate: 'Authenticating again',
  unspecified_error: 'Unspecified error',
  'unspecified_error.meaning': 'The other side gives no reason. The log of the node may say more.',
  malformed_packet: 'Malformed packet',
  'malformed_packet.meaning':
    'Bytes arrived that are no valid MQTT packet. Often it is not MQTT at all: TLS or HTTP sent to a plain port, or a client library at fault.',
  protocol_error: 'Protocol error',
  'protocol_error.meaning':
    'A packet came that the standard does not allow at this point, such as a second CONNECT. Look at the client library.',
  implementation_specific_error: 'Valid, but not accepted here',
  'implementation_specific_error.meaning':
    'The request keeps to the standard, but this broker cannot do it. The log of the node says why.',
  unsupported_protocol_version: 'MQTT version not supported',
  'unsupported_protocol_version.meaning': 'The broker does not speak this version of MQTT. Use 3.1.1 or 5.0.',
  client_identifier_not_valid: 'Client ID not accepted',
  'client_identifier_not_valid.meaning':
    'The client ID is too long, empty where it must not be, or refused by the settings.',
  bad_username_or_password: 'Wrong username or password',
  'bad_username_or_password.meaning':
    'An authenticator knows the client and its credentials are wrong, or no authenticator knows it. Check username, password and the order of the authenticators.',
  not_authorized: 'Not authorized',
  'not_authorized.meaning':
    'At CONNECT: authentication refused the client. At PUBLISH or SUBSCRIBE: a rule of the authorization denied the topic, or nothing matched and the default is deny.',
  server_unavailable: 'Server unavailable',
  'server_unavailable.meaning':
    'The broker is up but does not serve clients now: it is starting, stopping, or a service it asks does not answer.',
  server_busy: 'Server busy',
  'server_busy.meaning': 'The broker is overloaded. The client should come back later, with a growing delay.',
  banned: 'Banned',
  'banned.meaning':
    'The banned list has this client ID, username or address, or the client was flapping. Lift the ban or wait for its end.',
  server_shutting_down: 'Node shutting down',
  'server_shutting_down.meaning': 'The node was stopped. The client should connect to another node.',
  bad_authentication_method: 'Authentication method not supported',
  'bad_authentication_method.meaning':
    'The client asks for enhanced authentication that no authenticator offers.',
  keepalive_timeout: 'Keep alive timeout',
  'keepalive_timeout.meaning':
    'The client sent nothing for longer than one and a half times its keep alive. It lost its network, lost power or hangs; on bad links give it a longer keep alive.',
  takenover: 'Taken over',
  'takenover.meaning':
    'Another connection came with the same client ID and took the session. If that was not a reconnect, two devices share the ID and throw each other out: give each its own.',
  discarded: 'Session discarded',
  'discarded.meaning':
    'Another connection came with the same client ID and asked for a clean start, so this session was thrown away. If that was not a reconnect, two devices share the ID.',
  topic_filter_invalid: 'Topic filter not valid',
  'topic_filter_invalid.meaning':
    'The filter breaks the rules for + and #, or is not allowed for this client.',
  topic_name_invalid: 'Topic name not valid',
  'topic_name_invalid.meaning':
    'The topic is empty, holds a wildcard, or has too many levels for the settings.',
  packet_identifier_in_use: 'Packet identifier in use',
  'packet_identifier_in_use.meaning':
    'The client used the identifier of a message whose exchange is not over yet.',
  packet_identifier_not_found: 'Packet identifier not found',
  'packet_identifier_not_found.meaning':
    'An acknowledgement came for a message the other side does not know, usually after a lost session.',
  receive_maximum_exceeded: 'Receive maximum exceeded',
  'receive_maximum_exceeded.meaning':
    'More QoS 1 or 2 messages are on the way than the other side takes at once (the room for messages that await PUBREL is used up).',
  topic_alias_invalid: 'Topic alias not valid',
  'topic_alias_invalid.meaning': 'The alias is 0, too high, or was never set on this connection.',
  packet_too_large: 'Packet too large',
  'packet_too_large.meaning':
    'The packet is larger than the other side accepts. Raise the maximum packet size or send less.',
  message_rate_too_high: 'Message rate too high',
  'message_rate_too_high.meaning': 'The client publishes faster than it may.',
  quota_exceeded: 'Quota exceeded',
  'quota_exceeded.meaning': 'A limit of the broker was reached: connections, messages or subscriptions.',
  kicked: 'Kicked out',
  'kicked.meaning': 'An operator or a program ended the connection and the session through the API.',
  payload_format_invalid: 'Payload format not valid',
  'payload_format_invalid.meaning': 'The payload is not UTF-8 although the message says it is.',
  retain_not_supported: 'Retained messages not supported',
  'retain_not_supported.meaning': 'The broker or listener does not keep retained messages.',
  qos_not_supported: 'QoS not supported',
  'qos_not_supported.meaning': 'The settings allow only a lower QoS.',
  use_another_server: 'Use another server',
  'use_another_server.meaning':
    'The broker asks the client to connect elsewhere for now, for example while connections are evacuated.',
  server_moved: 'Server moved',
  'server_moved.meaning': 'The client should use another server from now on.',
  shared_subscriptions_not_supported: 'Shared subscriptions not supported',
  'shared_subscriptions_not_supported.meaning': 'The settings do not allow $share/… subscriptions.',
  connection_rate_exceeded: 'Connection rate exceeded',
  'connection_rate_exceeded.meaning': 'Too many clients connect at once. Spread their reconnects over time.',
  maximum_connect_time: 'Maximum connect time',
  'maximum_connect_time.meaning':
    'The connection was only allowed for this long: a token that ended, for example.',
  subscription_identifiers_not_supported: 'Subscription identifiers not supported',
  'subscription_identifiers_not_supported.meaning': 'The broker does not take subscription identifiers.',
  wildcard_subscriptions_not_supported: 'Wildcards not supported',
  'wildcard_subscriptions_not_supported.meaning': 'The settings do not allow + and # in subscriptions.',
  identifier_rejected: 'Client ID rejected',
  'identifier_rejected.meaning':
    'The client ID is not accepted, or is empty without a clean session (MQTT 3.1.1 §3.1.3.1).',
  tcp_closed: 'Connection lost',
  'tcp_closed.meaning':
    'The network connection ended without DISCONNECT: the device lost power or network, its program ended, or a firewall or load balancer cut an idle connection.',
  idle_timeout: 'No CONNECT in time',
  'idle_timeout.meaning':
    'Somebody opened a connection and sent no CONNECT: a port scan, a health check, or a client that waits for something.',
  connection_reset: 'Connection reset',
  'connection_reset.meaning': 'The other side or something between cut the connection hard.',
  connection_timeout: 'Network timeout',
  'connection_timeout.meaning': 'Nothing came through the network any more.',
  message_queue_too_long: 'Too much work waiting',
  'message_queue_too_long.meaning':
    'The force shutdown setting ended a connection whose mailbox grew too long. The client gets more than it can take.',
  proc_heap_too_large: 'Too much memory',
  'proc_heap_too_large.meaning': 'The force shutdown setting ended a connection that needed too much memory.',
  expired: vocabulary.expired,
  'expired.meaning': 'A message waited longer than its expiry, or the right to be connected ended.',
  queue_full: 'Queue full',
  'queue_full.meaning':
    'The session has as many messages waiting as it may. The client is away or too slow; raise the queue length or make it faster.',
  qos0_msg: 'QoS 0 while away',
  'qos0_msg.meaning': 'The client is not connected and the settings do not keep QoS 0 messages for it.',
  no_local: 'Own message',
  'no_local.meaning': 'The subscription asks not to be sent what the client itself published (no local).',
  too_large: 'Message too large',
  'too_large.meaning': 'The message is larger than this client said it accepts.',
  internal_error: 'Error inside the broker',
  'internal_error.meaning': 'Something failed inside the broker. The log of the node says more.',
}

export const topicWords = {
  empty: vocabulary.pleaseEnterTopic,
  tooLong: 'A topic has at most 65,535 bytes',
  nullCharacter: 'A topic cannot contain the character NUL',
  notUtf8: vocabulary.notUtf8,
  wildcard: 'A topic to publish to cannot contain + or #',
  hashNotLast: '# is only allowed as the last level',
  hashNotAlone: '# must be a level of its own',
  plusNotAlone: '+ must be a level of its own',
  shareNameEmpty: 'The share group has no name: $share/group/filter',
  shareNameWildcard: 'The name of a share group cannot contain + or #',
  shareFilterEmpty: 'There is no filter after the share group: $share/group/filter',
}

export const messageDifference = {
  compareAs: 'Compare as',
  text: vocabulary.text,
  hex: vocabulary.hex,
  sortKeys: 'Ignore the order of keys',
  same: 'No difference in this form.',
}
