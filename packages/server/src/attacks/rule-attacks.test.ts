import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { hostilePeer, pour } from '@brokerdeck/embedded-broker/testing/hostile-peer.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AttackedBroker,
  attackTimeoutMs,
  publish,
  startAttackedBroker,
  watchAttack,
} from '#testing/attacked-broker.ts'
import { bundleCommand } from '#testing/command.ts'

/** The attacks of docs/attacks.md on rules, transformations, schemas and connectors, each on a process of its own. */

let command: Awaited<ReturnType<typeof bundleCommand>>

beforeAll(async () => {
  command = await bundleCommand()
})
afterAll(() => command.remove())

interface Attack {
  readonly name: string
  /** Prepares the broker as an administrator before the attack. */
  readonly arrange: (broker: AttackedBroker) => Promise<void>
  /** Attacks as an anonymous client, or as an administrator who tries something. */
  readonly strike: (broker: AttackedBroker) => Promise<void>
}

async function arrange({ ask }: AttackedBroker, path: string, body: unknown): Promise<void> {
  const answer = await ask('POST', path, body)
  expect([answer.status, await answer.text()]).toEqual([201, expect.anything()])
}

const rule = (id: string, sql: string, actions: readonly unknown[] = []) => ({ id, sql, actions })

const ruleAttack = (name: string, sql: string, payload: string | Buffer, times = 1): Attack => ({
  name,
  arrange: (broker) => arrange(broker, 'rules', rule('attacked', sql)),
  strike: (broker) => publish(broker, 'in', payload, times),
})

const republish = (topic: string, payload: string) => ({
  function: 'republish',
  args: { topic, payload, qos: 0, retain: false },
})

const countersSchema = v.object({ metrics: v.object({ matched: v.number() }) })

async function untilMatched({ ask }: AttackedBroker, id: string, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await ask('GET', `rules/${id}/metrics`)
        return v.parse(countersSchema, await answer.json()).metrics.matched
      },
      { timeout: 60_000 },
    )
    .toBe(count)
}

const bigInteger = () => {
  const head = Buffer.from([131, 111, 0, 0, 0, 0, 0])
  head.writeUInt32BE(990_000, 2)
  return Buffer.concat([head, Buffer.alloc(990_000, 0x7f)])
}

const tryStatement =
  (sql: string, payload = 'x') =>
  async ({ ask }: AttackedBroker) => {
    const context = { event_type: 'message_publish', topic: 'in', payload }
    const answer = await ask('POST', 'rule_test', { sql, context })
    expect([200, 400, 412, 413, 500]).toContain(answer.status)
  }

const untouched = async () => undefined

/** Builds an attack by a system that a connector uses, which responds to the first request with what it is given. */
const neighbourAttack = (
  name: string,
  toConnector: (server: string) => object,
  answer: (socket: Socket, asked: Buffer) => void,
): Attack => ({
  name,
  arrange: untouched,
  async strike(broker) {
    const peer = await hostilePeer({ answer })
    await arrange(broker, 'connectors', { name: 'hostile', ...toConnector(peer.server) })
    await expect.poll(() => peer.taken, { timeout: 30_000 }).toBeGreaterThan(0)
    const { type } = v.parse(v.object({ type: v.string() }), toConnector(peer.server))
    const path = `connectors/${type}:hostile`
    const statusSchema = v.object({ status: v.string() })
    const answered = await broker.ask('GET', path)
    expect(v.parse(statusSchema, await answered.json()).status).not.toBe('connected')
    expect((await broker.ask('DELETE', path)).status).toBe(204)
    await expect.poll(() => peer.open, { timeout: 30_000 }).toBe(0)
  },
})

/** Builds a reply of the old protocol: 36 bytes with a count of 2,147,483,647 documents. */
function countWithoutDocuments(asked: Buffer): Buffer {
  const reply = Buffer.alloc(36)
  reply.writeInt32LE(36, 0)
  reply.writeInt32LE(asked.readInt32LE(4), 8)
  reply.writeInt32LE(1, 12)
  reply.writeInt32LE(0x7fffffff, 32)
  return reply
}

const attacks: readonly Attack[] = [
  {
    name: 'a result that no text can say, printed and republished',
    arrange: (broker) =>
      arrange(
        broker,
        'rules',
        rule('attacked', 'SELECT str_utf8(payload) as text FROM "bz/#"', [
          { function: 'console' },
          republish('out', '${text}'),
          republish('out/${text}', 'x'),
        ]),
      ),
    strike: (broker) => publish(broker, 'bz/1', Buffer.from([0xff, 0xfe])),
  },
  {
    name: 'odd bits, while a trace of the rule runs',
    async arrange(broker) {
      const sql = `SELECT subbits(payload,3,5,'bits') as b FROM "in"`
      await arrange(broker, 'rules', rule('attacked', sql))
      const trace = { name: 't', type: 'ruleid', ruleid: 'attacked', formatter: 'json' }
      expect((await broker.ask('POST', 'trace', trace)).status).toBe(200)
    },
    strike: (broker) => publish(broker, 'in', 'abc'),
  },
  {
    name: 'a transformation whose topic is no text',
    arrange: (broker) =>
      arrange(broker, 'message_transformations', {
        name: 'odd',
        topics: ['in'],
        failure_action: 'ignore',
        operations: [{ key: 'topic', value: "concat(['a/', hexstr2bin('fffe')])" }],
      }),
    strike: (broker) => publish(broker, 'in', 'x'),
  },
  {
    name: 'two rules that republish to each other twice',
    async arrange(broker) {
      const twice = (topic: string) => [republish(topic, 'x'), republish(topic, 'x')]
      await arrange(broker, 'rules', rule('there', 'SELECT * FROM "a"', twice('b')))
      await arrange(broker, 'rules', rule('back', 'SELECT * FROM "b"', twice('a')))
      await arrange(broker, 'rules', rule('last', 'SELECT * FROM "c"'))
    },
    async strike(broker) {
      await publish(broker, 'a', 'x')
      await expect
        .poll(async () => (await broker.ask('GET', 'alarms')).text(), { timeout: 60_000 })
        .toContain('rule_republish_limit')
      await publish(broker, 'c', 'x')
      await untilMatched(broker, 'last', 1)
    },
  },
  ruleAttack('an integer of 990,000 bytes', 'SELECT term_decode(payload) as n FROM "in"', bigInteger()),
  ruleAttack(
    'eight million bits as a signed integer',
    `SELECT subbits(payload,1,8000000,'integer','signed','little') as n FROM "in"`,
    Buffer.alloc(1_000_000, 0xa5),
  ),
  ruleAttack(
    '300 MB packed in 300 kB',
    'SELECT gunzip(payload) as text FROM "in"',
    gzipSync(Buffer.alloc(300_000_000)),
  ),
  ruleAttack(
    'a product of a million digits',
    'SELECT json_decode(payload) * json_decode(payload) as n FROM "in"',
    '9'.repeat(900_000),
  ),
  ruleAttack(
    '60 messages for a pattern that backtracks without end',
    String.raw`SELECT * FROM "in" WHERE regex_match(payload,'^(a+)+\1\1c$')`,
    `${'a'.repeat(1000)}b`,
    60,
  ),
  {
    name: 'a number of 900 kB brought into a range by a transformation',
    arrange: (broker) =>
      arrange(broker, 'message_transformations', {
        name: 'range',
        topics: ['in'],
        failure_action: 'drop',
        operations: [{ key: 'user_property.n', value: 'map_to_range(payload,1,100)' }],
      }),
    strike: (broker) => publish(broker, 'in', Buffer.alloc(900_000, 0xa5)),
  },
  {
    name: 'an enum of 15,000 entries and a value of 400 kB',
    async arrange(broker) {
      const source = JSON.stringify({
        $schema: 'http://json-schema.org/draft-06/schema#',
        enum: Array.from({ length: 15_000 }, (_, n) => [n]),
      })
      await arrange(broker, 'schema_registry', { name: 'wide', type: 'json', source })
      await arrange(broker, 'schema_validations', {
        name: 'wide',
        topics: ['in'],
        strategy: 'all_pass',
        failure_action: 'drop',
        checks: [{ type: 'json', schema: 'wide' }],
      })
    },
    strike: (broker) =>
      publish(broker, 'in', JSON.stringify([['x'.repeat(10)].concat(Array(40_000).fill('abcdef'))])),
  },
  {
    name: '400,000 empty messages of protobuf',
    async arrange(broker) {
      const source = 'message M { repeated N n = 1; } message N {}'
      await arrange(broker, 'schema_registry', { name: 'p', type: 'protobuf', source })
      const sql = `SELECT schema_decode('p', payload, 'M') as m FROM "in"`
      await arrange(broker, 'rules', rule('attacked', sql))
    },
    strike: (broker) => publish(broker, 'in', Buffer.alloc(800_000, Buffer.from([0x0a, 0]))),
  },
  {
    name: '1,500 rules on one topic and 200 messages',
    async arrange(broker) {
      // The requests are sent a hundred at a time, because each waits for the disk.
      for (let n = 0; n < 1500; n += 100)
        await Promise.all(
          Array.from({ length: 100 }, (_, at) =>
            arrange(broker, 'rules', rule(`r${n + at}`, 'SELECT payload.a as a, topic FROM "in"')),
          ),
        )
    },
    async strike(broker) {
      await publish(broker, 'in', '{"a":1}', 200)
      await untilMatched(broker, 'r1499', 200)
    },
  },
  neighbourAttack(
    'a MongoDB that announces two billion documents in 36 bytes',
    (server) => ({
      type: 'mongodb',
      database: 'mqtt',
      pool_size: 1,
      parameters: { mongo_type: 'single', server },
    }),
    (socket, asked) => socket.write(countWithoutDocuments(asked)),
  ),
  neighbourAttack(
    'a Redis that announces two billion elements',
    (server) => ({ type: 'redis', parameters: { redis_type: 'single', server, pool_size: 1 } }),
    (socket) => socket.write('*2000000000\r\n'),
  ),
  neighbourAttack(
    'a Redis whose text has no end',
    (server) => ({ type: 'redis', parameters: { redis_type: 'single', server, pool_size: 1 } }),
    (socket) => {
      socket.write('$2000000000\r\n')
      pour(socket, Buffer.alloc(65_536, 'a'))
    },
  ),
  {
    name: 'ten squares, tried by an administrator',
    arrange: untouched,
    strike: tryStatement(
      `SELECT ${Array.from({ length: 10 }, (_, n) => `${n === 0 ? 'json_decode(payload)' : `n${n}`} * ${n === 0 ? 'json_decode(payload)' : `n${n}`} as n${n + 1}`).join(', ')} FROM "in"`,
      '9'.repeat(10_000),
    ),
  },
  {
    name: 'an alias of 50,000 steps, tried by an administrator',
    arrange: untouched,
    strike: tryStatement(`SELECT 1 as ${'a.'.repeat(49_999)}a FROM "in"`),
  },
  {
    name: 'lists within lists as JSON, tried by an administrator',
    arrange: untouched,
    strike: tryStatement(
      `SELECT ${Array.from({ length: 24 }, (_, n) => `[${n === 0 ? 'payload' : `n${n}`}, ${n === 0 ? 'payload' : `n${n}`}] as n${n + 1}`).join(', ')}, json_encode(n24) as j FROM "in"`,
    ),
  },
]

it.each(attacks)('$name', { timeout: attackTimeoutMs }, async ({ name, arrange: prepare, strike }) => {
  const broker = await startAttackedBroker(command.file, 'enterprise')
  await prepare(broker)
  const { answers, peakMegabytes } = await watchAttack(name, broker, () => strike(broker))
  expect(answers).toBeGreaterThan(0)
  expect(peakMegabytes).toBeLessThan(700)
  // The state from before the attack is intact, and other clients are served.
  await publish(broker, 'others', 'x')
  broker.command.process.kill('SIGTERM')
  const { code, err } = await broker.command.ended
  expect([code, err]).toEqual([0, ''])
})
