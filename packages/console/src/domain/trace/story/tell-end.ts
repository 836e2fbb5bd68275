import type { TraceEvent } from '../trace-row.ts'
import { lastOf, type OpenStory, place } from './open-story.ts'

/** Lines that the end of a connection writes, one after the other. */
export const endings = new Set([
  'socket_force_closed',
  'emqx_connection_terminated',
  'websocket_closed',
  'websocket_terminated',
  'terminate',
  'socket_closed',
  'sock_closed',
])

/** `{shutdown,tcp_closed}` and `{shutdown, #{reason => x}}` say the same as the word in them. */
function reasonWord(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const word = /^\W*(?:shutdown\W+)?(?:(?:cause|reason)\W+)?([a-z]\w*)/.exec(text)?.[1]
  return word ?? (text === '' ? undefined : text)
}

/** A connection ended; a goodbye that was told already gets its reason. */
export function tellEnd(story: OpenStory, row: TraceEvent): void {
  const reason = reasonWord(row.meta['reason'])
  const before = lastOf(story, 'disconnect')
  if (before !== undefined) {
    if (before.reason === undefined || before.reason === 'normal') before.reason = reason
    return
  }
  const refused = lastOf(story, 'refused')
  if (refused !== undefined) {
    refused.reason ??= reason
    return
  }
  story.events.push({ ...place(row), kind: 'disconnect', by: 'nobody', code: undefined, reason })
}

const dropReasons: Readonly<Record<string, string>> = {
  dropped_msg_due_to_mqueue_is_full: 'queue_full',
  dropped_qos0_msg: 'qos0_msg',
  packet_is_discarded: 'too_large',
}

/** A message this client does not get. */
export function tellDrop(story: OpenStory, row: TraceEvent): void {
  const reason = dropReasons[row.msg] ?? reasonWord(row.meta['reason'])
  story.events.push({ ...place(row), kind: 'drop', topic: row.topic, reason })
}

export function isDrop(msg: string): boolean {
  return Object.hasOwn(dropReasons, msg) || /^dropped_/.test(msg)
}
