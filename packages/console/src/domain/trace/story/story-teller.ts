import type { TraceEvent, TraceRow } from '#domain/trace/trace-row.ts'
import { findLastEvent, isRepeat, type OpenStory, place } from './open-story.ts'
import type { Story } from './story.ts'
import { tellAuthentication, tellAuthorization } from './tell-access.ts'
import { tellPacket } from './tell-packet.ts'

/** The messages that the broker writes one after the other at the end of a connection. */
const endings = new Set([
  'socket_force_closed',
  'emqx_connection_terminated',
  'websocket_closed',
  'websocket_terminated',
  'terminate',
  'socket_closed',
  'sock_closed',
])

const dropReasons: Readonly<Record<string, string>> = {
  dropped_msg_due_to_mqueue_is_full: 'queue_full',
  dropped_qos0_msg: 'qos0_msg',
  packet_is_discarded: 'too_large',
}

/**
 * Converts the rows of a trace (in the order of time) to stories by connection. Lines that are not understood add
 * nothing.
 */
export class StoryTeller {
  #rows: readonly TraceRow[] = []
  #stories: OpenStory[] = []
  #byPeer = new Map<string, OpenStory>()
  #byClient = new Map<string, OpenStory>()

  /** If the rows continue the previous rows, only the new rows are processed. */
  tell(rows: readonly TraceRow[]): readonly Story[] {
    const told = this.#rows
    const isContinued = rows[0] === told[0] && rows[told.length - 1] === told.at(-1)
    if (!isContinued) this.#forget()
    this.#rows = rows
    for (const row of isContinued ? rows.slice(told.length) : rows) {
      if (row.kind === 'event' && !isSilent(row)) tell(this.#findOrOpenStory(row), row)
    }
    return this.#stories.filter(({ events }) => events.length > 0)
  }

  #forget(): void {
    this.#stories = []
    this.#byPeer = new Map()
    this.#byClient = new Map()
  }

  #findOrOpenStory(row: TraceEvent): OpenStory {
    const { node, peername, clientid = '', packet } = row
    const peer = peername === undefined ? undefined : `${node} ${peername}`
    const known = peer === undefined ? this.#byClient.get(clientid) : this.#byPeer.get(peer)
    const isOther = row.clientid !== undefined && known?.clientid !== row.clientid
    const isNew = packet?.type === 'CONNECT' && (known?.events.length ?? 0) > 0
    if (known !== undefined && !isOther && !isNew) return known
    const story = openStory(row)
    this.#stories.push(story)
    if (peer !== undefined) this.#byPeer.set(peer, story)
    this.#byClient.set(clientid, story)
    return story
  }
}

/** Tells whether a row adds no information about the course of events. */
function isSilent({ msg, packet }: TraceEvent): boolean {
  return (
    msg === 'authorization_module_ignore' ||
    msg === 'authorization_matched_ignore' ||
    (packet !== undefined && silentPackets.has(packet.type))
  )
}

const silentPackets = new Set(['PINGRESP', 'PUBREL', 'PUBCOMP', 'UNSUBACK'])

function tell(story: OpenStory, row: TraceEvent): void {
  const { msg, packet } = row
  if (packet !== undefined) tellPacket(story, { ...row, packet })
  else if (/^authenti|^pre_hook_authenticate/.test(msg)) tellAuthentication(story, row)
  else if (/^authorization_|^cannot_(?:publish|subscribe)/.test(msg)) tellAuthorization(story, row)
  else if (endings.has(msg)) tellEnd(story, row)
  else if (isDrop(msg)) tellDrop(story, row)
  else if (msg === 'publish_to' || msg === 'subscribe' || msg === 'unsubscribe') tellEffect(story, row)
  else tellNote(story, row)
}

function tellNote(story: OpenStory, row: TraceEvent): void {
  const { reason, rule_id: rule } = row.meta
  const detail = typeof reason === 'string' ? reason : typeof rule === 'string' ? rule : undefined
  story.events.push({ ...place(row), kind: 'note', msg: row.msg, level: row.level, detail })
}

/**
 * Adds an effect of the broker. Packets already imply their effects, unless the trace follows a topic or the broker
 * acted by itself.
 */
function tellEffect(story: OpenStory, row: TraceEvent): void {
  const { topic = '', msg, payload, meta } = row
  if (isRepeat(story, topic)) return
  if (msg === 'publish_to') {
    const isRetained = false
    story.events.push({
      ...place(row),
      kind: 'publish',
      topic,
      qos: undefined,
      isRetained,
      payload,
      ack: undefined,
    })
  } else if (msg === 'unsubscribe') {
    story.events.push({ ...place(row), kind: 'unsubscribe', filters: [topic] })
  } else {
    const filters = [{ filter: topic, qos: qosIn(meta['sub_opts']) }]
    story.events.push({ ...place(row), kind: 'subscribe', filters, codes: undefined })
  }
}

/** Reads the QoS of `[nl: 0, qos: 1, …]`, or of the same options as JSON. */
function qosIn(options: unknown): number | undefined {
  const text = typeof options === 'string' ? options : JSON.stringify(options ?? '')
  const qos = /\bqos"?:\s*(\d)/.exec(text)?.[1]
  return qos === undefined ? undefined : Number(qos)
}

/**
 * Returns the reason within a term: `{shutdown,tcp_closed}` and `{shutdown, #{reason => x}}` mean the same as their
 * inner word.
 */
function reasonWord(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const word = /^\W*(?:shutdown\W+)?(?:(?:cause|reason)\W+)?([a-z]\w*)/.exec(text)?.[1]
  return word ?? (text === '' ? undefined : text)
}

/** Adds the end of a connection; a DISCONNECT that was already added receives its reason. */
function tellEnd(story: OpenStory, row: TraceEvent): void {
  const reason = reasonWord(row.meta['reason'])
  const before = findLastEvent(story, 'disconnect')
  if (before !== undefined) {
    if (before.reason === undefined || before.reason === 'normal') before.reason = reason
    return
  }
  const refused = findLastEvent(story, 'refused')
  if (refused !== undefined) {
    refused.reason ??= reason
    return
  }
  story.events.push({ ...place(row), kind: 'disconnect', by: 'nobody', code: undefined, reason })
}

/** Adds a message that is not delivered to this client. */
function tellDrop(story: OpenStory, row: TraceEvent): void {
  const reason = dropReasons[row.msg] ?? reasonWord(row.meta['reason'])
  story.events.push({ ...place(row), kind: 'drop', topic: row.topic, reason })
}

function isDrop(msg: string): boolean {
  return Object.hasOwn(dropReasons, msg) || /^dropped_/.test(msg)
}

function openStory(row: TraceEvent): OpenStory {
  const { id, clientid, peername, node, at } = row
  return {
    id,
    clientid,
    peername,
    node,
    startedAt: at,
    events: [],
    subscribing: new Map(),
    publishing: new Map(),
    delivering: new Map(),
    repeated: [],
    protocolVersion: undefined,
  }
}
