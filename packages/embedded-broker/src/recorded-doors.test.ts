import {
  type Exchange,
  recordedExchanges,
  recordedTest,
} from '@brokerdeck/contract/testing/shared-material.ts'
import { afterEach, expect, onTestFinished } from 'vitest'
import { pluginForm } from './extensions/plugins/testing/plugin-form.ts'
import { connectClient } from './testing/connect-client.ts'
import { createTestBroker, type TestBroker } from './testing/test-broker.ts'

const exchanges = recordedExchanges()

let broker: TestBroker | undefined
afterEach(() => broker?.close())

/** Returns the difference between a recorded response and the response of this broker: kinds and keys, not values. */
function difference(wanted: unknown, got: unknown, at = 'body'): string | undefined {
  if (wanted === null || got === null || wanted === undefined) return undefined
  const [want, has] = [kindOf(wanted), kindOf(got)]
  if (want !== has) return `${at}: ${want} expected, ${has} came`
  if (Array.isArray(wanted) && Array.isArray(got)) {
    return wanted.length > 0 && got.length > 0 ? difference(wanted[0], got[0], `${at}[0]`) : undefined
  }
  if (typeof wanted !== 'object' || typeof got !== 'object') return undefined
  const there = new Map<string, unknown>(Object.entries(got))
  for (const [key, value] of Object.entries(wanted)) {
    if (!there.has(key)) return `${at}.${key} is missing`
    const inside = difference(value, there.get(key), `${at}.${key}`)
    if (inside !== undefined) return inside
  }
  return undefined
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
const methodOf = ({ method }: Exchange) => methods.find((one) => one === method)

/** Compares two responses. A recorded failure of the broker itself matches any refusal. */
async function compared(ask: TestBroker['ask'], exchange: Exchange, method: (typeof methods)[number]) {
  const query = new URLSearchParams(
    Object.entries(exchange.query).flatMap(([key, value]) => [value].flat().map((one) => [key, one])),
  )
  const search = query.size === 0 ? '' : `?${query}`
  const { status, body } = await ask(method, `${exchange.path}${search}`, exchange.body)
  if (exchange.status >= 500 && status >= 400) return undefined
  if (exchange.status !== status) return `${exchange.status} expected, ${status} came`
  if (exchange.contentType?.startsWith('application/json') !== true) return undefined
  return difference(exchange.answer, body)
}

interface Area {
  readonly file: string
  /** The preparation before the exchange of this name: the state that the recording had besides its own requests. */
  readonly before?: Readonly<Record<string, (broker: TestBroker) => Promise<unknown>>>
  /** The requests that cannot be sent in this way, with the reason. */
  readonly left?: readonly (readonly [RegExp, string])[]
}

const schema = (name: string, type: string, source: unknown) => (one: TestBroker) =>
  one.ask('POST', '/schema_registry', { name, type, source: JSON.stringify(source) })

const jsonSchema = schema('temp_json', 'json', { type: 'object' })
const avroSchema = schema('temp_avro', 'avro', {
  type: 'record',
  name: 'r',
  fields: [
    { name: 'i', type: 'int' },
    { name: 's', type: 'string' },
  ],
})

async function upload({ context }: TestBroker) {
  const client = await connectClient(context.cluster, { clientId: 'rec_ft' })
  for (const id of ['f1', 'f2']) {
    const content = `hello file ${id}`
    const send = (topic: string, payload: string) =>
      client.publishAsync(`$file/${id}/${topic}`, payload, { qos: 1 })
    await send(
      'init',
      JSON.stringify({
        name: `${id}.txt`,
        size: content.length,
        expire_at: 1_999_999_999,
        user_data: { a: 1 },
      }),
    )
    await send('0', content)
    await send(`fin/${content.length}`, '')
  }
  await client.endAsync()
}

/** Connects as many clients as were connected during the recording, all on the first node. */
async function crowd({ context }: TestBroker) {
  for (let at = 0; at < 30; at++) {
    const client = await connectClient(context.cluster, { clientId: `crowd-${at}` })
    onTestFinished(() => client.endAsync(true))
  }
}

const areas: readonly Area[] = [
  {
    file: 'gateways',
    left: [
      [/^(?:exproto|gbt32960|ocpp|jt808|disable-(?:exproto|gbt32960|ocpp|jt808))/, 'not spoken here'],
      [/port-in-use|-clash$/, 'without sockets'],
      [
        /^(?:stomp|mqttsn|coap|lwm2m)-(?:client-get|subscription|kick|request$|lookup|read$|write$|observe$)/,
        'no such client is connected',
      ],
      [/import/, 'a form'],
    ],
  },
  { file: 'exhooks' },
  {
    file: 'plugins',
    before: {
      'list-installed': async ({ ask }) => {
        await ask('POST', '/plugins/install', pluginForm('device_tags-1.0.0'))
        await ask('POST', '/plugins/install', pluginForm('hello_world-0.1.0'))
      },
    },
    left: [[/^install-/, 'a form']],
  },
  { file: 'schema-registry' },
  {
    file: 'schema-validation',
    before: { 'list-empty': jsonSchema },
    left: [
      [/^rule-on-failure-event$/, 'a rule of another recording'],
      [/^prometheus$/, 'asked for as JSON'],
    ],
  },
  {
    file: 'message-transformation',
    before: {
      create: avroSchema,
      list: async ({ ask }) => {
        for (const name of ['badtopic', 'unkfun', 'nodec', 'pair', 'us'])
          await ask('DELETE', `/message_transformations/transformation/${name}`)
      },
    },
    left: [[/^prometheus$/, 'asked for as JSON']],
  },
  {
    file: 'cluster-links',
    before: { list: ({ ask }) => ask('DELETE', '/cluster/links/link/emqxcl') },
  },
  { file: 'file-transfer', before: { files: upload } },
  { file: 'rebalance', before: { start: crowd }, left: [[/-later$/, 'some seconds on']] },
  {
    file: 'durable-storage',
    left: [
      [/^configs-/, 'asked for as HOCON'],
      [/^site(?:-2)?$/, 'the ids of that cluster'],
    ],
  },
]

recordedTest.each(areas.map((area) => [area.file, area] as const))(
  'a broker answers what was recorded of %s',
  async (_, { file, before, left = [] }) => {
    const one = await createTestBroker({
      edition: 'enterprise',
      nodeNames: ['emqx3@127.0.0.3', 'emqx4@127.0.0.4'],
    })
    broker = one
    const told: string[] = []
    let asked = 0
    for (const exchange of exchanges.filter((each) => each.file === `enterprise/${file}.json`)) {
      const name = exchange.title.slice(exchange.title.indexOf(': ') + 2)
      const method = methodOf(exchange)
      await before?.[name]?.(one)
      if (method === undefined || exchange.node !== undefined || left.some(([one]) => one.test(name)))
        continue
      asked += 1
      const differs = await compared(one.ask, exchange, method)
      if (differs !== undefined) told.push(`${name}: ${differs}`)
    }
    expect(asked).toBeGreaterThan(0)
    expect(told).toEqual([])
  },
)
