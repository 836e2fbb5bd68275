import { expect, test } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const sql = `SELECT schema_decode('metre', payload) AS a FROM "t"`
const meter = { name: 'meter', type: 'json', source: '{"type":"object"}' }

async function open(options: RenderOptions = {}) {
  const app = await renderApp('/rule/functions', {
    edition: 'enterprise',
    ...options,
    arrange: async (broker, network) => {
      await broker.ask('POST', '/schema_registry', meter)
      await options.arrange?.(broker, network)
    },
  })
  const [{ findDiagnostics }, { createQueryClient }] = await Promise.all([
    import('./statement-diagnostics.ts'),
    import('#api/query.ts'),
  ])
  const around = { events: [], topics: [], client: createQueryClient() }
  const messages = async (text = sql) =>
    (await findDiagnostics(text, around, { columns: undefined })).map(({ message }) => message)
  const asked = () => app.network.asked.filter((line) => line === 'GET /api/v5/schema_registry').length
  return { ...app, messages, asked }
}

test('a schema that is not registered is said with the one that is meant, and the registry is asked once', async () => {
  const { messages, asked } = await open()
  expect(
    await messages(`SELECT sparkplug_decode(payload) AS a, schema_check(topic, 1) AS b FROM "t"`),
  ).toEqual([])
  expect(asked()).toBe(0)
  expect(await messages()).toEqual([
    'There is no schema metre in the schema registry: the rule fails at this call. Did you mean meter?',
  ])
  expect(await messages(sql.replace('metre', 'meter'))).toEqual([])
  expect(asked()).toBe(1)
})

test('nothing is said where the broker does not say its schemas, and it is not asked at every key', async () => {
  const { messages, asked } = await open({
    arrange: (_, network) =>
      network.answer(/schema_registry$/, () => new Response('{"code":"INTERNAL_ERROR"}', { status: 500 })),
  })
  expect([await messages(), await messages(`${sql} `)]).toEqual([[], []])
  expect(asked()).toBe(1)
})

test('nothing is said where a row cannot be read: it may be the schema', async () => {
  const { messages, asked } = await open({
    arrange: (_, network) => network.answer(/schema_registry$/, () => Response.json([meter, { name: 7 }])),
  })
  expect(await messages()).toEqual([])
  expect(asked()).toBe(1)
})

test('Community, which has no registry, is not asked', async () => {
  const { messages, asked } = await open({ edition: 'community' })
  expect(await messages()).toEqual([])
  expect(asked()).toBe(0)
})

test('it is said in Chinese', async () => {
  const { messages } = await open({ locale: 'zh' })
  expect(await messages()).toEqual([expect.stringMatching(/^Schema Registry 中没有 Schema metre.*meter/)])
})
