import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const rules = `{deny, {clientid, {re, "^plc"}}, publish, ["line/#"]}.
{deny, {ipaddr, "10.0.0.0/8"}, all, ["net/#"]}.
{deny, all, subscribe, [{eq, "#"}]}.`

async function chain({ ask, context }: TestBroker): Promise<void> {
  await ask('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules })
  await connectClient(context.cluster, { clientId: 'plc-1', username: 'line' })
}

const open = (query: string, options: RenderOptions = {}) =>
  renderApp(`/authorization/why?${query}`, { arrange: chain, ...options })

async function answerOf({ screen }: RenderedApp, name = 'Answer') {
  return await waitFor(() => {
    const panel = within(screen.getByRole('region', { name }))
    panel.getByRole('status')
    return panel
  })
}

describe('why a client may do what', () => {
  it('asks for a question first, and says what is missing', async () => {
    const { screen, user } = await open('')
    await screen.findByText('What do you want to know?')
    await user.click(screen.getByRole('button', { name: 'Explain' }))
    await screen.findByText('Please enter the client ID')
    await user.type(screen.getByLabelText('Client ID'), 'plc-1')
    await user.click(screen.getByRole('button', { name: 'Explain' }))
    await screen.findByText('Please enter topic')
  })

  it('names the rule that denies, and puts the question into the link', async () => {
    const app = await open('')
    const { screen, user } = app
    await user.type(await screen.findByLabelText('Client ID'), 'plc-1')
    await user.type(screen.getByLabelText('Topic'), 'line/7')
    await user.click(screen.getByRole('button', { name: 'Explain' }))
    const answer = await answerOf(app)
    expect(answer.getByRole('status').textContent).toBe('The client may not publish')
    answer.getByText('Decided by: File')
    answer.getByText('Rule 1, line 1 of the file:')
    answer.getByText('Denies client IDs that match ^plc to publish to line/#')
    expect(app.path()).toBe('/authorization/why?clientid=plc-1&topic=line%2F7')
    answer.getByRole('button', { name: /^Which clients does this affect/ })
    // No built-in database is set up, and the form did not ask about bans.
    expect(app.network.asked.filter((one) => /built_in_database|banned/.test(one))).toEqual([])
  })

  it('falls back to the setting for what no source decides', async () => {
    const answer = await answerOf(await open('clientid=plc-1&topic=other&wish=subscribe'))
    expect(answer.getByRole('status').textContent).toBe('The client may subscribe')
    answer.getByText('Decided by: What no source decides')
  })

  it('does not claim what depends on a fact that nobody has given', async () => {
    const app = await open('clientid=new-1&as=typed&topic=net/1')
    const answer = await answerOf(app)
    expect(answer.getByRole('status').textContent).toBe('It depends on: File')
    answer.getByText(/the address of the client is not known/)
    const address = app.screen.getByLabelText('Address')
    await app.user.type(address, '10.1.2')
    await app.user.click(app.screen.getByRole('button', { name: 'Explain' }))
    await app.screen.findByText('Please enter an IP address')
    await app.user.type(address, '.3')
    await app.user.click(app.screen.getByRole('button', { name: 'Explain' }))
    await app.screen.findByText('The client may not publish')
    expect(app.path()).toContain('peerhost=10.1.2.3')
  })

  it('shows what the broker remembers, and that it would decide otherwise now', async () => {
    const app = await open('clientid=c1&topic=warm/1&qos=1', {
      arrange: async (broker) => {
        const { ask, context } = broker
        await chain(broker)
        await ask('POST', '/authorization/sources', { type: 'built_in_database', enable: true })
        const client = await connectClient(context.cluster, { clientId: 'c1' })
        await client.publishAsync('warm/1', 'x', { qos: 1 })
        const rule = { topic: 'warm/#', permission: 'deny', action: 'all' }
        await ask('POST', '/authorization/sources/built_in_database/rules/all', { rules: [rule] })
      },
    })
    const answer = await answerOf(app)
    expect(answer.getByRole('status').textContent).toBe('The client may publish')
    answer.getByText('Decided by: Authorization cache')
    answer.getByText(/A fresh check would deny it/)
    within(answer.getByRole('list', { name: 'Result of a fresh check' })).getByText('Denies')
    await app.user.click(answer.getByRole('button', { name: 'Clear its cache…' }))
    await app.user.click(within(await app.screen.findByRole('dialog')).getByRole('button', { name: 'Clear' }))
    await answer.findByText('Decided by: Built-in database')
    expect(answer.getByRole('status').textContent).toBe('The client may not publish')
  })

  it('reads from a trace what only the broker can ask', async () => {
    const app = await open('clientid=c2&topic=a&qos=1', {
      arrange: async (broker) => {
        await chain(broker)
        const http = { type: 'http', enable: true, method: 'get', url: 'http://127.0.0.1:1' }
        await broker.ask('POST', '/authorization/sources', http)
        await connectClient(broker.context.cluster, { clientId: 'c2' })
      },
    })
    const { screen, user, broker } = app
    const answer = await answerOf(app)
    expect(answer.getByRole('status').textContent).toBe('It depends on: HTTP service')
    await user.click(screen.getByRole('button', { name: 'Watch this client' }))
    await screen.findByText('Nothing has happened yet')
    const client = await connectClient(broker.context.cluster, { clientId: 'c2' })
    await client.publishAsync('a', 'x', { qos: 1 })
    await answer.findByText(/The trace has seen it leave this to the next/, {}, { timeout: 10_000 })
    await waitFor(() => expect(answer.getByRole('status').textContent).toBe('The client may publish'))
  })

  it('walks an attempt to connect: bans come before authenticators', async () => {
    const app = await open('clientid=dev-9&as=typed&wish=connect&peerhost=127.0.0.1', {
      arrange: async ({ ask }) => {
        await ask('POST', '/banned', { as: 'clientid', who: 'dev-9' })
      },
    })
    const answer = await answerOf(app)
    expect(answer.getByRole('status').textContent).toBe('The client may not connect')
    answer.getByText('Banned for ever: client ID dev-9.')
  })

  it('says what is certain of an answer though not who gives it', async () => {
    const app = await open('clientid=new-1&as=typed&topic=net/1', {
      arrange: async ({ ask }) => {
        const doubtful = '{allow, {ipaddr, "10.0.0.0/8"}, all, ["net/#"]}.\n'
        await ask('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules: doubtful })
      },
    })
    const answer = await answerOf(app)
    expect(answer.getByRole('status').textContent).toBe('The client may publish')
    answer.getByText('Decided by: File or What no source decides')
    answer.getByText("Can't determine which one decides; the answer is the same.")
    answer.getByText('Allows or passes on')
    answer.getByText(/^Rule 1, line 1 of the file: Allows addresses in 10/)
  })

  it('offers to type the facts of a client that is not there', async () => {
    const { screen, user } = await open('clientid=nobody&topic=net/1')
    await screen.findByText('nobody has no session')
    await user.click(screen.getByRole('button', { name: 'Type its facts' }))
    await screen.findByText('It depends on: File')
    expect(document.activeElement?.contains(screen.getByRole('region', { name: 'Answer' }))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  it('does not ask a viewer to watch, who may not', async () => {
    const app = await open('clientid=plc-1&topic=a&qos=1', {
      edition: 'enterprise',
      username: 'val',
      arrange: async (broker) => {
        await chain(broker)
        await broker.context.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
        const http = { type: 'http', enable: true, method: 'get', url: 'http://127.0.0.1:1' }
        await broker.ask('POST', '/authorization/sources', http)
      },
    })
    const answer = await answerOf(app)
    expect(answer.getByRole('status').textContent).toBe('It depends on: HTTP service')
    const watch = app.screen.getByRole('button', { name: 'Watch this client' })
    expect(watch.getAttribute('aria-disabled')).toBe('true')
    expect(app.screen.queryByText(/^Watch this client, then let/)).toBeNull()
  })

  it('says where a session may be that is not seen', async () => {
    const app = await open('clientid=plc-2&topic=line/7', {
      nodes: 2,
      arrange: async (broker) => {
        await chain(broker)
        const [, second] = broker.context.cluster.nodes
        await connectClient(broker.context.cluster, { clientId: 'plc-2', node: second?.name ?? '' })
        await second?.stop()
      },
    })
    await app.screen.findByText('plc-2 has no session')
    app.screen.getByText(/Sessions on a node that is stopped are not seen/)
    await app.user.click(app.screen.getByRole('button', { name: 'Type its facts' }))
    await app.screen.findByText('The client may not publish')
  })

  it('says why it cannot be worked out, and tries again', async () => {
    const app = await open('clientid=plc-1&topic=a', {
      arrange: async (broker, network) => {
        await chain(broker)
        network.answer(/authorization\/settings$/, () =>
          Response.json({ code: 'INTERNAL_ERROR', message: 'no quorum' }, { status: 500 }),
        )
      },
    })
    const alert = await app.screen.findByRole('alert')
    within(alert).getByRole('button', { name: /again|retry/i })
  })

  it('speaks Chinese', async () => {
    const app = await open('clientid=plc-1&topic=line/7', { locale: 'zh' })
    const answer = await answerOf(app, '结论')
    expect(answer.getByRole('status').textContent).toBe('该客户端不能发布')
    answer.getByText('文件第 1 行，第 1 条规则：')
  })
})
