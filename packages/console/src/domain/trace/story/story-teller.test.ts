import { describe, expect, it } from 'vitest'
import { TraceLog } from '#domain/trace/log/trace-log.ts'
import { eventWords } from '#domain/trace/words/event-words.ts'
import { StoryTeller } from './story-teller.ts'

interface Line {
  readonly msg: string
  readonly tag?: string
  readonly level?: string
  readonly client?: string
  readonly peer?: string
  readonly meta?: Readonly<Record<string, string>>
}

const time = (at: number) => `2026-11-21T08:41:37.8${String(at).padStart(2, '0')}000+00:00`

function asText(
  { msg, tag = 'MQTT', level, client = 'dev', peer = '10.0.0.7:5', meta = {} }: Line,
  at: number,
) {
  const { packet, payload, ...rest } = meta
  const pairs = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1))
  const print = (entries: readonly (readonly [string, string])[]) =>
    entries.map(([key, value]) => `, ${key}: ${value}`).join('')
  if (level !== undefined) {
    const head = `${time(at)} [${level}] tag: ${tag}, clientid: ${client}, msg: ${msg}, peername: ${peer}`
    return `${head}${print(pairs)}\n`
  }
  const first = packet === undefined ? [] : [['packet', packet] as const]
  const last = payload === undefined ? [] : [['payload', payload] as const]
  return `${time(at)} [${tag}] ${client}@${peer} msg: ${msg}${print([...first, ...pairs, ...last])}\n`
}

function asJson(
  { msg, tag = 'MQTT', level = 'debug', client = 'dev', peer = '10.0.0.7:5', meta }: Line,
  at: number,
) {
  const all = { ...meta, trace_tag: tag, clientid: client, peername: peer }
  return `${JSON.stringify({ time: time(at), msg, meta: all, level })}\n`
}

async function told(
  lines: readonly Line[],
  print: (line: Line, at: number) => string,
): Promise<readonly string[][]> {
  const file = lines.map(print).join('')
  const log = new TraceLog(async () => ({ items: file, meta: { position: file.length } }))
  await log.catchUp([{ node: 'n', size: file.length }], () => undefined)
  const { rows } = log.state
  const teller = new StoryTeller()
  // The rows are passed in two parts, like a log that is followed.
  teller.tell(rows.slice(0, rows.length / 2))
  return teller.tell(rows).map(({ events }) =>
    events.map((event) => {
      const { tone, headline, subject, notes = [] } = eventWords(event)
      const what = subject === undefined ? headline : `${headline} ${subject}`
      return `${tone}: ${[what, ...notes].join(' · ')}`
    }),
  )
}

const received = (packet: string): Line => ({ msg: 'mqtt_packet_received', meta: { packet } })
const sent = (packet: string): Line => ({ msg: 'mqtt_packet_sent', meta: { packet } })
const connect = received(
  'CONNECT(Q0, R0, D0, ClientId=dev, ProtoName=MQTT, ProtoVsn=5, CleanStart=true, KeepAlive=60, Username=press, Password=******)',
)
const connack = (code: number) => sent(`CONNACK(Q0, R0, D0, AckFlags=0, ReasonCode=${code})`)
const authorize = (permission: string, action: string, topic: string): Line => ({
  msg: `authorization_${permission}`,
  tag: 'AUTHZ',
  meta: { action, authorize_type: 'file', module: 'emqx_authz_file', topic },
})
const ended = (reason: string): Line => ({
  msg: 'emqx_connection_terminated',
  tag: 'SOCKET',
  meta: { reason },
})

const day: readonly Line[] = [
  connect,
  { msg: 'authentication_result', tag: 'AUTHN', meta: { reason: 'no_chain', result: '{ok,ok}' } },
  connack(0),
  received('SUBSCRIBE(Q1, R0, D0, PacketId=5 TopicFilters=[a/#(#{nl => 0,qos => 1,rap => 0,rh => 0})])'),
  authorize('module_ignore', 'SUBSCRIBE(Q1)', 'a/#'),
  authorize('matched_allow', 'SUBSCRIBE(Q1)', 'a/#'),
  { msg: 'subscribe', tag: 'SUBSCRIBE', meta: { sub_id: 'dev', sub_opts: '[nl: 0, qos: 1]', topic: 'a/#' } },
  sent('SUBACK(Q0, R0, D0, PacketId=5, ReasonCodes=[1])'),
  received('PUBLISH(Q1, R1, D0, Topic=a/b, PacketId=6, Payload(text)=hello)'),
  { msg: 'publish_to', tag: 'PUBLISH', meta: { payload_encode: 'text', topic: 'a/b', payload: 'hello' } },
  sent('PUBACK(Q0, R0, D0, PacketId=6, ReasonCode=0)'),
  sent('PUBLISH(Q1, R0, D0, Topic=a/b, PacketId=1, Payload(text)=hello)'),
  received('PUBACK(Q0, R0, D0, PacketId=1, ReasonCode=0)'),
  received('PINGREQ(Q0, R0, D0)'),
  sent('PINGRESP(Q0, R0, D0)'),
  received('PINGREQ(Q0, R0, D0)'),
  received('PUBLISH(Q1, R0, D0, Topic=secret, PacketId=7, Payload(hidden)=******)'),
  authorize('matched_deny', 'PUBLISH(Q1,R0)', 'secret'),
  sent('PUBACK(Q0, R0, D0, PacketId=7, ReasonCode=135)'),
  {
    msg: 'dropped_msg_due_to_mqueue_is_full',
    tag: 'SESSION',
    level: 'warning',
    meta: { topic: 'a/c' },
  },
  sent('DISCONNECT(Q0, R0, D0, ReasonCode=142)'),
  ended('{shutdown,takenover}'),
]

const dayInWords = [
  'plain: Asks to connect · MQTT 5.0 · as press · clean start · keep alive 1 min · from 10.0.0.7:5',
  'plain: No credentials needed · no authenticator is set up',
  'ok: Connected · with a new session',
  'plain: Subscribes to a/# · QoS 1',
  'ok: May subscribe to a/# · decided by the ACL file',
  'plain: Publishes to a/b · QoS 1 · retained · taken by the broker',
  'plain: Receives a message on a/b · QoS 1 · acknowledged after 1 ms',
  'quiet: Shows that it is still there · 2 pings',
  'bad: Publishes to secret · QoS 1 · Not authorized',
  'bad: May not publish to secret · decided by the ACL file',
  'warn: A message was dropped on a/c · Queue full',
  'bad: Disconnected by the broker: Taken over · reason code 0x8E',
]

describe('stories', () => {
  it.each([
    ['text', asText],
    ['JSON', asJson],
  ])('tell what happened from a log in %s', async (_name, print) => {
    expect(await told(day, print)).toEqual([dayInWords])
  })

  it('say why a device cannot connect', async () => {
    const refusedBy: readonly Line[] = [
      connect,
      {
        msg: 'authenticator_result',
        tag: 'AUTHN',
        meta: { authenticator: 'jwt', result: 'ignore' },
      },
      {
        msg: 'authenticator_result',
        tag: 'AUTHN',
        meta: {
          authenticator: 'password_based:built_in_database',
          result: '{error,bad_username_or_password}',
        },
      },
      {
        msg: 'authentication_failure',
        tag: 'AUTHN',
        level: 'warning',
        meta: { reason: 'bad_username_or_password' },
      },
      connack(134),
      ended('{shutdown,bad_username_or_password}'),
    ]
    expect((await told(refusedBy, asJson))[0]?.slice(1)).toEqual([
      'quiet: Not known to jwt · the next authenticator decides',
      'bad: Credentials refused by password_based:built_in_database · Wrong username or password',
      'bad: Connection refused: Wrong username or password · reason code 0x86',
    ])
    const turns = ['continue', '{error,not_authorized}']
    const scram: readonly Line[] = turns.flatMap((result) => [
      { msg: 'authenticator_result', tag: 'AUTHN', meta: { authenticator: 'scram:x', result } },
      { msg: 'authentication_result', tag: 'AUTHN', meta: { result, reason: 'chain_result' } },
    ])
    expect((await told([connect, ...scram], asJson))[0]?.slice(1)).toEqual([
      'bad: Credentials refused by scram:x · Not authorized',
    ])
    const old = received(
      'CONNECT(Q0, R0, D0, ClientId=dev, ProtoName=MQTT, ProtoVsn=4, CleanStart=true, KeepAlive=60, Username=undefined, Password=)',
    )
    expect((await told([old, connack(5), ended('{shutdown,banned}')], asText))[0]?.at(-1)).toBe(
      'bad: Connection refused: Banned · reason code 5',
    )
    expect((await told([connect, connack(138), ended('normal')], asText))[0]?.at(-1)).toBe(
      'bad: Connection refused: Banned · reason code 0x8A',
    )
  })

  it('begin anew with every connection', async () => {
    const away = [connect, connack(0), ended('{shutdown,tcp_closed}')]
    const other = away.map((line) => ({ ...line, peer: '10.0.0.7:6' }))
    const stories = await told([...away, ...away, ...other], asText)
    expect(stories).toHaveLength(3)
    expect(stories[1]?.at(-1)).toBe('warn: Connection ended: Connection lost')
  })

  it('of a topic tell what was published and subscribed without packets', async () => {
    const lines = day.filter(({ meta }) => meta?.['packet'] === undefined && meta?.['topic'] !== undefined)
    expect(await told(lines, asJson)).toEqual([
      [
        'ok: May subscribe to a/# · decided by the ACL file',
        'plain: Subscribes to a/# · QoS 1',
        'plain: Publishes to a/b',
        'bad: May not publish to secret · decided by the ACL file',
        'warn: A message was dropped on a/c · Queue full',
      ],
    ])
  })

  it('leave nothing out that they do not know', async () => {
    const lines: readonly Line[] = [
      { msg: 'rule_activated', tag: 'RULE_SQL_EXEC', meta: { rule_id: 'r1' } },
      { msg: 'something_new', level: 'warning', meta: { reason: 'because' } },
    ]
    expect(await told(lines, asJson)).toEqual([['quiet: Rule started r1', 'warn: something new because']])
  })
})
