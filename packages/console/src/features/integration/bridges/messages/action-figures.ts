import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const actionCounters = {
  rule: vocabulary.rule,
  created: vocabulary.created,
  changed: 'Changed',
  reconnect: 'Reconnect',
  reconnected: (name: string) => `${name} is connected.`,
  whyNoReconnect: 'It is disabled and has no connection.',
  messagesGroup: vocabulary.messages,
  pendingGroup: 'Pending',
  droppedGroup: vocabulary.dropped,
  // The counters, as the API names them.
  matched: 'Received',
  success: 'Succeeded',
  failed: vocabulary.failed,
  retried: 'Retried',
  received: 'Received',
  late_reply: 'Late replies',
  inflight: 'In flight',
  queuing: 'Queued',
  queuing_bytes: 'Queued bytes',
  dropped: vocabulary.dropped,
  'dropped.expired': vocabulary.expired,
  'dropped.queue_full': 'Queue full',
  'dropped.resource_stopped': 'Resource stopped',
  'dropped.resource_not_found': 'Resource not found',
  'dropped.other': vocabulary.other,
  'matched.definition':
    'Results that rules handed to this action since the last reset or the start of the node.',
  'success.definition': 'Sent, and accepted by the other system.',
  'failed.definition':
    'Sent and refused by the other system, or not sent because the action is down. Not tried again.',
  'retried.definition': 'Sent more than once because no answer came or the connection was lost.',
  'received.definition': 'Messages received from the other system.',
  'late_reply.definition': 'Answers that came after the request had expired. It was counted as dropped.',
  'inflight.definition': 'Sent now, with no answer yet.',
  'queuing.definition':
    'Waiting in the buffer now. It is lost if the node stops, unless the buffer is on disk.',
  'queuing_bytes.definition': 'Size of the buffer now, on all nodes.',
  'dropped.definition': 'Never sent, for all reasons below.',
  'dropped.expired.definition': 'Waited longer than the request time to live.',
  'dropped.queue_full.definition': 'The buffer had reached its limit; the oldest are dropped.',
  'dropped.resource_stopped.definition': 'The connector was stopped or disabled.',
  'dropped.resource_not_found.definition': 'The action or its connector no longer existed.',
  'dropped.other.definition': 'For another reason; the broker log shows it.',
}

export const actionSettings = {
  sourceImpact: 'The source is restarted on every node. Messages sent meanwhile may be missed.',
  actionImpact:
    'The action is restarted on every node. Messages in its buffer, and those that arrive meanwhile, are lost.',
  actionImpactNow: (number: number, shown: string) =>
    `The action is restarted on every node. Messages in its buffer, and those that arrive meanwhile, are lost. Pending now: ${shown} ${plural(number, { one: 'message', other: 'messages' })}.`,
}

export const actionHistory = {
  meanwhile: 'Messages until it is connected',
  waits: (time: string) =>
    `Each message waits in the buffer for ${time} at most. If the connection is not back by then, it is dropped and counts as expired. When the buffer is full, the oldest messages are dropped.`,
  waitsLong:
    'Messages wait in the buffer without a time limit. When the buffer is full, the oldest messages are dropped. A node that stops loses what waits.',
  waitsNot:
    'The broker keeps no messages for an action of this type. Until it has connected for the first time, each message fails at once and counts as failed. Later, its own buffer holds them as its settings say.',
  publishersWait: 'Requests are synchronous: a publishing client waits as long as its message.',
  lost: (counts: string) => `Dropped so far: ${counts}.`,
  lostFor: (reason: string, count: string) => `${reason} ${count}`,
  buffers: 'Buffers',
  bufferOn: (node: string) => `Buffer on ${node}`,
  filled: (bytes: string, limit: string) => `${bytes} of ${limit}`,
  queued: (number: number, shown: string) =>
    `${shown} ${plural(number, { one: 'message', other: 'messages' })} queued`,
  losing: 'Losing messages now',
  losingAt: (rate: string) => `${rate} messages/s dropped`,
  lossOf: (reason: string, rate: string, definition: string) => `${reason}: ${rate} /s. ${definition}`,
  fullIn: (time: string) => `Full in ${time} if it goes on growing like this`,
  ends: 'Connected to',
  connector: 'Connector:',
  createRule: 'Create rule',
  unused: 'No rule uses it.',
}
