import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import {
  cluster,
  connect,
  edit,
  session,
  subscribe,
} from '#features/diagnose/test-client/testing/drive-test-client.ts'
import { renderApp } from '#testing/render-app.ts'

describe('the test client', () => {
  it('is empty at first and says what it is', async () => {
    const { screen } = await renderApp('/websocket')
    expect(await screen.findByRole('heading', { name: 'Test Client' })).toBeDefined()
    expect(await screen.findByText('Disconnected')).toBeDefined()
    expect(screen.getByText('No messages yet')).toBeDefined()
    expect(screen.getByText('No subscription')).toBeDefined()
    expect(screen.getAllByText('Client not connected').length).toBeGreaterThan(0)
  })

  it('connects, receives, publishes, and disconnects', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    await connect(app)
    expect(session(app)).toMatchObject({ protocolVersion: 5, isConnected: true, keepalive: 45 })
    await subscribe(app, 't/#')
    expect(await screen.findByText('QoS 0')).toBeDefined()
    expect([...(session(app)?.subscriptions.keys() ?? [])]).toEqual(['t/#'])

    const other = await connectClient(cluster(app), { clientId: 'other' })
    await other.subscribeAsync('t/1')
    const arrived = vi.fn()
    other.on('message', (topic, payload) => arrived(topic, String(payload)))
    await other.publishAsync('t/2', 'from the other', { qos: 1 })
    const list = within(await screen.findByRole('table', { name: 'Messages' }))
    expect(await list.findByText('from the other')).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'Publish' }))
    expect(await list.findByText('{ "msg": "hello" }')).toBeDefined()
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledWith('t/1', '{ "msg": "hello" }'), 15_000)
    expect(screen.getByRole('button', { name: 'Published 1' })).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'Disconnect' }))
    await screen.findByRole('button', { name: 'Connect' })
    await vi.waitFor(() => expect(session(app)?.isConnected ?? false).toBe(false), 15_000)
  })

  it('opens a message whole', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    await connect(app)
    await subscribe(app, 'a/#')
    await screen.findByText('QoS 0')
    const properties = { contentType: 'application/json', userProperties: { site: ['east', 'west'] } }
    const other = await connectClient(cluster(app), { clientId: 'other' })
    await other.publishAsync('a/1', '{"deep":{"er":1}}', { qos: 1, properties })
    await user.click(await screen.findByRole('button', { name: 'Open the message of a/1' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'a/1' }))
    expect(await drawer.findByText('application/json')).toBeDefined()
    expect(drawer.getByText('east')).toBeDefined()
    expect(drawer.getByText('west')).toBeDefined()
    expect(await drawer.findByText(/deep/)).toBeDefined()
  })

  it('finds by text and by topic, pauses, and clears', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    await connect(app)
    await subscribe(app, 'a/#')
    await screen.findByText('QoS 0')
    const other = await connectClient(cluster(app), { clientId: 'other' })
    await other.publishAsync('a/1', 'apples', { qos: 1 })
    await other.publishAsync('a/2', 'pears', { qos: 1 })
    await screen.findByText('pears')
    await user.type(screen.getByRole('searchbox', { name: 'Search topic and payload' }), 'APP')
    expect(await screen.findByText('1 found')).toBeDefined()
    expect(screen.queryByText('pears')).toBeNull()
    await user.clear(screen.getByRole('searchbox', { name: 'Search topic and payload' }))
    await user.type(screen.getByRole('textbox', { name: 'Topic filter' }), '+/2')
    expect(await screen.findByText('pears')).toBeDefined()
    expect(screen.queryByText('apples')).toBeNull()
    await user.clear(screen.getByRole('textbox', { name: 'Topic filter' }))
    await screen.findByText('apples')

    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await other.publishAsync('a/3', 'plums', { qos: 1 })
    await user.click(await screen.findByRole('button', { name: '1 newer' }))
    expect(await screen.findByText('plums')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByText('No messages yet')).toBeDefined()
  })

  it.each([
    ['MQTT 5.0', /refused the connection.*0x8A/],
    ['MQTT 3.1.1', /refused the connection.*0x05/],
  ])('says in words why %s was refused', async (version, words) => {
    const app = await renderApp('/websocket', {
      arrange: ({ context }) => context.cluster.setAdmission(() => 'banned'),
    })
    const { screen, user } = app
    const form = await edit(app)
    await user.selectOptions(await form.findByRole('combobox', { name: 'Protocol version' }), version)
    await user.click(form.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Connect' }))
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
    // The search is limited to the panel: a notice of an earlier test may have the same text.
    const panel = screen.getByRole('region', { name: 'Connection' })
    expect(within(panel).getByText('Disconnected')).toBeDefined()
  })

  it('does not blame QoS 0 where MQTT 3.1.1 cannot tell whether anybody subscribes', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    const form = await edit(app)
    await user.selectOptions(await form.findByRole('combobox', { name: 'Protocol version' }), 'MQTT 3.1.1')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await connect(app)
    await user.selectOptions(screen.getByRole('combobox', { name: 'QoS' }), '1 – at least once')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await screen.findByText('The broker says whether anybody subscribes only with MQTT 5 and QoS 1 or 2.')
    expect(screen.queryByText(/With QoS 0/)).toBeNull()
  })

  it('says what is wrong with an address, by the listeners of the broker', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    const form = await edit(app)
    await user.selectOptions(await form.findByRole('combobox', { name: 'Connect' }), 'Directly to a listener')
    const port = await form.findByRole('textbox', { name: 'Port' })
    await user.clear(port)
    await user.type(port, '70000')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect((await form.findAllByText('range error')).length).toBeGreaterThan(0)
    await user.clear(port)
    await user.type(port, '9999')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Connect' }))
    expect(await screen.findByText('The broker has no listener on port 9999.')).toBeDefined()
    expect(screen.getByText(/^It has ws:default on port/)).toBeDefined()
    const again = await edit(app)
    await user.selectOptions(await again.findByRole('combobox', { name: 'Connect' }), 'Through Brokerdeck')
    await user.click(again.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('button', { name: 'Disconnect' })).toBeDefined()
  })

  it('does not try where nothing may be published', async () => {
    const app = await renderApp('/websocket', { config: { readOnly: true } })
    await app.user.click(await app.screen.findByRole('button', { name: 'Connect' }))
    expect(await app.screen.findByText(/set to read-only/)).toBeDefined()
    expect(session(app)).toBeUndefined()
  })

  it('tells what a subscription to everything costs, and asks', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    await connect(app)
    await subscribe(app, '#')
    const question = within(await screen.findByRole('dialog', { name: 'Subscribe to #?' }))
    await question.findByText(/messages a second at the moment/)
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Not subscribed')).toBeDefined()
    expect(session(app)?.subscriptions.size).toBe(0)
  })

  it('mutes, changes and takes back a subscription', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    await connect(app)
    await subscribe(app, 'a/#')
    await screen.findByText('QoS 0')
    await user.click(screen.getByRole('button', { name: 'Mute a/#' }))
    const other = await connectClient(cluster(app), { clientId: 'other' })
    await other.publishAsync('a/1', 'hush', { qos: 1 })
    expect(await screen.findByText('1 muted')).toBeDefined()
    expect(screen.queryByText('hush')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Change a/#' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe' }))
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'QoS' }), '2')
    await user.click(dialog.getByRole('button', { name: 'Subscribe' }))
    expect(await screen.findByText(/^QoS 2/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Unsubscribe from a/#' }))
    await vi.waitFor(() => expect(session(app)?.subscriptions.size).toBe(0), 15_000)
  })
})

describe('connections of the test client', () => {
  it('are the default one and six more, go on elsewhere, and mark what is new', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    await connect(app)
    await subscribe(app, 'a/#')
    await screen.findByText('QoS 0')
    const add = screen.getByRole('button', { name: 'New connection' })
    for (let at = 0; at < 6; at += 1) await user.click(add)
    expect(screen.getAllByRole('tab')).toHaveLength(7)
    await user.click(add)
    expect(screen.getAllByRole('tab')).toHaveLength(7)
    expect(await screen.findByText('Maximum support for 6 new connections')).toBeDefined()

    await user.click(await screen.findByRole('link', { name: 'Topics', hidden: true }))
    await screen.findByRole('heading', { name: 'Topics' })
    const other = await connectClient(cluster(app), { clientId: 'other' })
    await other.publishAsync('a/1', 'meanwhile', { qos: 1 })
    await user.click(await screen.findByRole('link', { name: 'Test Client', hidden: true }))
    const tab = await screen.findByRole('tab', { name: /Default connection.*New messages/ })
    await user.click(tab)
    expect(await screen.findByText('meanwhile')).toBeDefined()
    expect(session(app)?.isConnected).toBe(true)

    await user.click(screen.getByRole('tab', { name: 'New connection 6' }))
    await user.click(await screen.findByRole('button', { name: 'Close this connection' }))
    const question = within(await screen.findByRole('dialog', { name: 'Close New connection 6?' }))
    await user.click(question.getByText('Close', { selector: 'button' }))
    await vi.waitFor(() => expect(screen.getAllByRole('tab')).toHaveLength(6), 15_000)
  })

  it('are stored without passwords, and end with the session', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    const form = await edit(app)
    await user.type(await form.findByRole('textbox', { name: 'Username' }), 'operator')
    await user.type(form.getByLabelText('Password', { selector: 'input' }), 'very-secret')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await connect(app)
    expect(session(app)?.username).toBe('operator')
    const stored = JSON.stringify({ ...localStorage, ...sessionStorage })
    expect(stored).toContain('operator')
    expect(stored).not.toContain('very-secret')
    const { endSession } = await import('#api/session.ts')
    endSession('expired')
    await vi.waitFor(() => expect(session(app)?.isConnected ?? false).toBe(false), 15_000)
    expect(screen.queryByText('Connected')).toBeNull()
  })

  it('speak Chinese', async () => {
    const app = await renderApp('/websocket', { locale: 'zh' })
    const { screen } = app
    expect(await screen.findByRole('heading', { name: '测试客户端' })).toBeDefined()
    await connect(app, ['连接', '断开连接'])
    expect((await screen.findAllByText('已连接')).length).toBeGreaterThan(0)
    expect(screen.getByRole('tab', { name: '默认连接' })).toBeDefined()
  })
})
