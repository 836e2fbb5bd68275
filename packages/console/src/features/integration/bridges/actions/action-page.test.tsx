import { createServer } from 'node:http'
import { waitFor, within } from '@testing-library/dom'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { arrangeActions } from '#features/integration/bridges/actions/testing/arrange-actions.ts'
import { chooseSample } from '#features/integration/bridges/form/testing/choose-sample.ts'
import { fieldElement } from '#features/integration/bridges/form/testing/fill-fields.ts'
import { confirmSave } from '#testing/confirm-save.ts'
import { renderApp } from '#testing/render-app.ts'

const counted = v.looseObject({})
const metricsSchema = v.object({
  metrics: counted,
  node_metrics: v.array(v.object({ node: v.string(), metrics: counted })),
})

/** Opens a server that accepts connections, but never responds to a POST. */
async function openDeaf(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') response.end()
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('an action', () => {
  it('resets what one counted', async () => {
    const { screen, user, network } = await renderApp('/rule/actions/http%3Aused', {
      arrange: arrangeActions,
    })
    await user.click(await screen.findByRole('button', { name: 'Reset statistics…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Reset the statistics of http:used/ }))
    await user.click(dialog.getByRole('button', { name: 'Reset statistics' }))
    await waitFor(() =>
      expect(network.asked.some((line) => line.startsWith('PUT') && line.includes('/metrics/reset'))).toBe(
        true,
      ),
    )
  })

  it('is disabled once it was said which rules use it', async () => {
    const { screen, user, broker } = await renderApp('/rule/actions/http%3Aused', { arrange: arrangeActions })
    await user.click(await screen.findByRole('switch'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable http:used?' }))
    expect(dialog.getByRole('link', { name: 'hot' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/actions/http:used')).toMatchObject({ body: { enable: false } }),
    )
  })

  it('leads to a new rule that hands over to it', async () => {
    const app = await renderApp('/rule/actions/http%3Aused', { arrange: arrangeActions })
    await app.user.click(await app.screen.findByRole('button', { name: 'Create rule' }))
    await waitFor(() => expect(app.path()).toBe('/rule/rules/create?actionId=http%3Aused'))
    expect(await app.screen.findByText('http:used')).toBeDefined()
  })

  it('is said not to be there', async () => {
    const { screen } = await renderApp('/rule/actions/http%3Anone')
    expect(await screen.findByText('Action not found')).toBeDefined()
  })

  it('says how many messages an update would lose, and makes it', async () => {
    const app = await renderApp('/rule/actions/http%3Aused?tab=settings', { arrange: arrangeActions })
    const { screen, user, broker } = app
    const path = await screen.findByRole('textbox', { name: 'Path' })
    await user.type(path, 'y')
    expect(await screen.findByText(/are lost\. Pending now: 0 messages/)).toBeDefined()
    const [apply] = screen.getAllByRole('button', { name: 'Apply 1 change' })
    if (apply === undefined) throw new Error('There is nothing to save with')
    await user.click(apply)
    const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
    expect(await question.findByText(/are lost\. Pending now: 0 messages/)).toBeDefined()
    await confirmSave(app)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/actions/http:used')).toMatchObject({
        body: { parameters: { path: '/xy' } },
      }),
    )
  })

  it('sends no list that the broker did not tell', async () => {
    const app = await renderApp('/rule/actions/http%3Aused?tab=settings', { arrange: arrangeActions })
    const { screen, user, broker } = app
    const settings = async () => (await broker.ask('GET', '/actions/http:used')).body
    expect(await settings()).not.toHaveProperty('tags')
    await user.type(await screen.findByRole('textbox', { name: 'Path' }), 'y')
    const [apply] = await screen.findAllByRole('button', { name: 'Apply 1 change' })
    await user.click(apply ?? document.body)
    await confirmSave(app)
    await waitFor(async () => expect(await settings()).toMatchObject({ parameters: { path: '/xy' } }))
    expect(await settings()).not.toHaveProperty('tags')
  })

  it('takes away a list whose items were removed', async () => {
    const app = await renderApp('/rule/actions/http%3Aused?tab=settings', {
      arrange: async (running, network) => {
        await arrangeActions(running, network)
        const parameters = { path: '/x', method: 'post' }
        await running.ask('PUT', '/actions/http:used', { connector: 'web', parameters, tags: ['blue'] })
      },
    })
    const { screen, user, broker } = app
    const settings = async () => (await broker.ask('GET', '/actions/http:used')).body
    expect(await settings()).toMatchObject({ tags: ['blue'] })
    await screen.findByRole('textbox', { name: 'Path' })
    await user.click(within(fieldElement('tags')).getByRole('button', { name: 'Remove row 1' }))
    const [apply] = await screen.findAllByRole('button', { name: 'Apply 1 change' })
    await user.click(apply ?? document.body)
    await confirmSave(app)
    await waitFor(async () => expect(await settings()).not.toMatchObject({ tags: ['blue'] }))
  })

  it('says what waits, when there is no more room and what is lost, also while it is connected', async () => {
    const url = await openDeaf()
    const { screen, broker } = await renderApp('/rule/actions/http%3Aorders', {
      arrange: async ({ ask }) => {
        await ask('POST', '/connectors', { type: 'http', name: 'erp', url })
        await ask('POST', '/actions', {
          type: 'http',
          name: 'orders',
          connector: 'erp',
          parameters: { path: '/x', method: 'post' },
          resource_opts: { max_buffer_bytes: '64KB', worker_pool_size: 1, inflight_window: 1 },
        })
        await ask('POST', '/rules', { sql: 'SELECT * FROM "orders/#"', actions: ['http:orders'] })
      },
    })
    expect((await screen.findAllByText('Connected')).length).toBeGreaterThan(0)
    const publish = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1)
        await broker.context.cluster.publish({
          topic: 'orders/1',
          payload: Buffer.alloc(5_000, 'x'),
          qos: 1,
          retain: false,
        })
    }
    const buffers = within(await screen.findByRole('region', { name: 'Buffers' }))
    expect(buffers.getAllByText('0 B of 64 KiB')).toHaveLength(2)
    await publish(6)
    expect(await buffers.findByText('5 messages queued')).toBeDefined()
    expect(await buffers.findByText(/^Full in .+ if it goes on growing like this$/)).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Losing messages now' })).toBeNull()
    await publish(20)
    const losing = within(await screen.findByRole('region', { name: 'Losing messages now' }))
    expect(losing.getByText(/^[\d.]+ messages\/s dropped$/)).toBeDefined()
    expect(losing.getByText(/^Queue full: [\d.]+ \/s/)).toBeDefined()
    expect(screen.getByRole('region', { name: /^Rates since this page was opened/ })).toBeDefined()
  }, 90_000)

  it.each([
    ['en', 'Dropped', ['Expired', 'Queue full', 'Resource stopped', 'Resource not found', 'Other']],
    ['zh', '丢弃', ['过期', '队列已满', '资源已停止', '资源不存在', '其他']],
  ] as const)('tells apart in %s why messages were dropped', async (locale, dropped, reasons) => {
    const names = ['expired', 'queue_full', 'resource_stopped', 'resource_not_found', 'other']
    const counts = Object.fromEntries(names.map((name, at) => [`dropped.${name}`, at + 11]))
    const { screen } = await renderApp('/rule/actions/http%3Aused', {
      locale,
      arrange: async (broker, network) => {
        await arrangeActions(broker, network)
        const { body } = await broker.ask('GET', '/actions/http:used/metrics')
        const { metrics, node_metrics: nodes } = v.parse(metricsSchema, body)
        const answer = {
          metrics: { ...metrics, ...counts, dropped: 65 },
          node_metrics: nodes.map((one) => ({ ...one, metrics: { ...one.metrics, ...counts, dropped: 65 } })),
        }
        network.answer(/\/actions\/http%3Aused\/metrics$/, () => Response.json(answer))
      },
    })
    const { textContent: said } = await screen.findByRole('region', { name: dropped })
    for (const [at, reason] of reasons.entries())
      expect(said).toMatch(new RegExp(`${dropped}(?:: |：)${reason}${at + 11}`, 'i'))
  })

  it.each([
    ['5s', 'async', /^Each message waits in the buffer for 5 s at most\. .+ counts as expired\..+dropped\.$/],
    ['infinity', 'sync', /^Messages wait in the buffer without a time limit\..+a publishing client waits/],
  ])(
    'says what becomes of messages while it is down with %s and %s',
    async (ttl, mode, said) => {
      const { screen, broker } = await renderApp('/rule/actions/http%3Alate', {
        arrange: async ({ ask }) => {
          await ask('POST', '/connectors', { type: 'http', name: 'gone', url: 'http://127.0.0.1:9' })
          await ask('POST', '/actions', {
            type: 'http',
            name: 'late',
            connector: 'gone',
            parameters: { path: '/x', method: 'post' },
            resource_opts: {
              request_ttl: ttl,
              query_mode: mode,
              max_buffer_bytes: '64KB',
              worker_pool_size: 1,
            },
          })
          await ask('POST', '/rules', { sql: 'SELECT * FROM "late/#"', actions: ['http:late'] })
        },
      })
      const now = within(await screen.findByRole('region', { name: 'Messages until it is connected' }))
      expect(now.getByText(said)).toBeDefined()
      expect(now.queryByText(/^Dropped so far/)).toBeNull()
      for (let sent = 0; sent < 20; sent += 1)
        await broker.context.cluster.publish({
          topic: 'late/1',
          payload: Buffer.alloc(5_000, 'x'),
          qos: 1,
          retain: false,
        })
      expect(await now.findByText(/^Dropped so far: .*Queue full \d+/, {}, { timeout: 20_000 })).toBeDefined()
    },
    60_000,
  )

  it('does not say that messages wait for a producer without a buffer of the broker', async () => {
    const { screen, broker } = await renderApp('/rule/actions/kafka_producer%3Astream', {
      edition: 'enterprise',
      arrange: async ({ ask }) => {
        const kafka = { type: 'kafka_producer', name: 'gone', bootstrap_hosts: '127.0.0.1:9' }
        await ask('POST', '/connectors', { ...kafka, authentication: 'none' })
        const to = { type: 'kafka_producer', name: 'stream', connector: 'gone' }
        await ask('POST', '/actions', { ...to, parameters: { topic: 'orders' } })
        await ask('POST', '/rules', { sql: 'SELECT * FROM "late/#"', actions: ['kafka_producer:stream'] })
      },
    })
    const now = within(await screen.findByRole('region', { name: 'Messages until it is connected' }))
    expect(now.getByText(/each message fails at once/)).toBeDefined()
    expect(now.queryByText(/waits? in the buffer/)).toBeNull()
    const late = { topic: 'late/1', payload: Buffer.from('x'), qos: 1, retain: false } as const
    await broker.context.cluster.publish(late)
    const counted = screen.getByRole('region', { name: 'Messages' })
    await waitFor(() => expect(counted.textContent).toContain('Failed1'))
  })

  it.each([
    ['/rule/actions/http%3Aused', 'POST /api/v5/actions_probe'],
    ['/rule/source/mqtt%3Ain', 'POST /api/v5/sources_probe'],
  ])('tries what stands in the form of %s, and says why it fails', async (path, asked) => {
    const { screen, user, network } = await renderApp(`${path}?tab=settings`, { arrange: arrangeActions })
    await user.click(await screen.findByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText(/Test failed/)).toBeDefined()
    expect(network.asked).toContain(asked)
  })

  it('reconnects on one node only', async () => {
    const { screen, user, network } = await renderApp('/rule/actions/http%3Aused', {
      arrange: arrangeActions,
    })
    const nodes = within(await screen.findByRole('table', { name: 'Connection by node' }))
    const [first] = await nodes.findAllByRole('button', { name: /^Actions for|Reconnect/ })
    await user.click(first ?? document.body)
    const item = screen.queryByRole('menuitem', { name: 'Reconnect' })
    if (item !== null) await user.click(item)
    const posts = () => network.asked.filter((line) => line.startsWith('POST')).map(decodeURIComponent)
    await waitFor(() =>
      expect(posts()).toEqual(['POST /api/v5/nodes/emqx@127.0.0.1/connectors/http:web/start']),
    )
  })

  it('says which rule behind it lacks a placeholder, and shows a template with the message that is typed', async () => {
    const page = await renderApp('/rule/actions/http%3Aused?tab=settings', {
      arrange: async (app, net) => {
        await arrangeActions(app, net)
        const sql = 'SELECT clientid FROM "b"'
        await app.ask('POST', '/rules', { id: 'line_events_replay', sql, actions: ['http:used'] })
      },
    })
    const { screen, user } = page
    const body = await screen.findByRole('textbox', { name: 'Body' })
    await user.click(body)
    await user.paste(`{"q": \${qos}}`)
    expect(await screen.findByText("line_events_replay doesn't provide qos")).toBeDefined()
    await user.click((await screen.findAllByRole('button', { name: 'Change sample…' })).at(-1) ?? body)
    const drawer = within(await screen.findByRole('dialog', { name: 'Sample message' }))
    expect(drawer.getByRole<HTMLSelectElement>('combobox', { name: 'Rule' }).value).toBe('hot')
    await chooseSample(page, '{"event_type": "message_publish", "topic": "a", "qos": 2}')
    expect(await screen.findByText('{"q": 2}', { selector: 'output' })).toBeDefined()
  })

  it('shows a statement of MySQL as it is prepared, and what is bound to it', async () => {
    const { screen, user } = await renderApp('/rule/actions/mysql%3Arows?tab=settings', {
      edition: 'enterprise',
      arrange: async ({ ask }) => {
        const login = { server: '127.0.0.1:9', database: 'd', username: 'u', password: 'p' }
        await ask('POST', '/connectors', { type: 'mysql', name: 'db', ...login })
        const sql = "insert into t(who, q, gone) values ('${clientid}', ${qos}, ${payload.gone})"
        await ask('POST', '/actions', { type: 'mysql', name: 'rows', connector: 'db', parameters: { sql } })
      },
    })
    const shown = 'insert into t(who, q, gone) values (?, ?, ?) 1: "c_emqx" 2: 1'
    expect(await screen.findByText(`${shown} 3: "undefined"`, { selector: 'output' })).toBeDefined()
    for (const fold of screen.getAllByText(/^Advanced/)) await user.click(fold)
    await user.click(screen.getByLabelText('Missing values as NULL'))
    expect(await screen.findByText(`${shown} 3: null`, { selector: 'output' })).toBeDefined()
  })
})
