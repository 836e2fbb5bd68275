import { connectClient, type TestClientOptions } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const path = '/clients/detail/plc-1'

function connect(options: TestClientOptions = {}) {
  return async ({ context }: TestBroker) => {
    await connectClient(context.cluster, { clientId: 'plc-1', ...options })
  }
}

async function leaveQueue({ cluster }: TestBroker['context'], count: number, payload: Buffer): Promise<void> {
  const client = await connectClient(cluster, {
    clientId: 'plc-1',
    clean: false,
    properties: { sessionExpiryInterval: 3600 },
  })
  await client.subscribeAsync('cmd/#', { qos: 1 })
  await client.endAsync()
  for (let at = 0; at < count; at += 1) {
    await cluster.publish({ topic: `cmd/${at}`, payload, qos: 1, retain: false })
  }
}

describe('a client', () => {
  it('shows what it is, what it counts and what it has subscribed to', async () => {
    const { screen } = await renderApp(path, {
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, {
          clientId: 'plc-1',
          username: 'line3',
          keepalive: 90,
        })
        await client.subscribeAsync('plant/+/state', { qos: 1, rap: true })
        await client.publishAsync('plant/1/event', 'x', { qos: 1 })
      },
    })
    await screen.findByRole('heading', { level: 1, name: 'plc-1' })
    const properties = await screen.findByRole('region', { name: 'Properties' })
    within(properties).getByText('line3')
    within(properties).getByText('MQTT 5.0, TCP')
    within(properties).getByText('90 s')
    await screen.findByRole('row', { name: /^plant\/\+\/state 1 — RAP/ })
    // The client sent CONNECT, SUBSCRIBE and PUBLISH, which is the one QoS 1 message.
    screen.getByRole('row', { name: /^Received 3 \d+ \d+ B 1 0 1 0 0$/ })
    await screen.findByRole('row', { name: /^plant\/1\/event Publish, QoS 1 Allow/ })
    screen.getByRole('row', { name: /^plant\/\+\/state Subscribe, QoS 1 Allow/ })
    expect(document.title).toBe('plc-1 · Brokerdeck')
  })

  it('is kicked out after a question, and the list follows', async () => {
    let reasonCode: number | undefined
    const {
      screen,
      user,
      broker,
      path: currentPath,
    } = await renderApp(path, {
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, { clientId: 'plc-1' })
        client.once('disconnect', (packet) => {
          reasonCode = packet.reasonCode
        })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Kick out…' }))
    await user.click(await screen.findByRole('button', { name: 'Kick out' }))
    await waitFor(() => expect(currentPath()).toBe('/clients'))
    expect(broker.context.cluster.session('plc-1')).toBeUndefined()
    // Administrative action (MQTT 5 §3.14.2.1).
    await waitFor(() => expect(reasonCode).toBe(0x98))
  })

  it('that is gone leads nobody away who has gone on meanwhile', async () => {
    const app = await renderApp(path, { arrange: connect() })
    const release = app.network.hold(/^DELETE .*\/clients\/plc-1$/)
    await app.user.click(await app.screen.findByRole('button', { name: 'Kick out…' }))
    await app.user.click(await app.screen.findByRole('button', { name: 'Kick out' }))
    await waitFor(() => expect(app.broker.context.cluster.session('plc-1')).toBeUndefined())
    await app.user.click(await app.screen.findByRole('link', { name: 'Nodes', hidden: true }))
    await app.screen.findByRole('heading', { level: 1, name: 'Nodes' })
    release()
    await app.screen.findByText('Kicked out plc-1')
    expect(app.path()).toBe('/dashboard/nodes')
  })

  it('is banned from here', async () => {
    const { screen, user, broker } = await renderApp(path, {
      arrange: connect({ username: 'line3' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Ban…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ban' }))
    await user.click(dialog.getByRole('radio', { name: /line3/ }))
    await user.click(dialog.getByRole('button', { name: 'Ban' }))
    await screen.findByText('Successfully banned this client.')
    const { body } = await broker.ask('GET', '/banned')
    expect(body).toMatchObject({ data: [{ as: 'username', who: 'line3' }] })
    // The ban disconnects no clients: a question of its own asks about disconnecting.
    expect(broker.context.cluster.session('plc-1')?.isConnected).toBe(true)
    const question = within(
      await screen.findByRole('dialog', { name: 'Disconnect 1 connected client that matches the ban?' }),
    )
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    const notice = within(await screen.findByRole('region', { name: 'Banned' }))
    notice.getByText('A ban applies to this client: Username line3.')
    notice.getByText(/stays connected, and is refused when it connects again/)
    expect(broker.context.cluster.session('plc-1')?.isConnected).toBe(true)
  })

  it('that a ban of its ID has ended says so', async () => {
    const { screen, broker } = await renderApp(path, {
      arrange: async ({ ask, context }) => {
        await connectClient(context.cluster, { clientId: 'plc-1' })
        await ask('POST', '/banned', { as: 'clientid', who: 'plc-1', reason: 'floods' })
      },
    })
    await screen.findByText('The client does not exist')
    const notice = within(await screen.findByRole('region', { name: 'Banned' }))
    notice.getByText(/^The ban has no end\. Reason: “floods”\.$/)
    expect(broker.context.cluster.session('plc-1')).toBeUndefined()
  })

  it('is subscribed with MQTT 5 options, and unsubscribed', async () => {
    const { screen, user, broker } = await renderApp(path, { arrange: connect() })
    const subscribed = () => broker.context.cluster.session('plc-1')?.subscriptions
    const [open] = await screen.findAllByRole('button', { name: 'Add subscription' })
    if (open) await user.click(open)
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: 'Topic filter' }), 'a/#/b')
    await user.click(dialog.getByRole('switch', { name: 'No local' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'QoS' }), '2')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Retained messages' }), '2')
    await user.click(dialog.getByRole('button', { name: 'Add subscription' }))
    await dialog.findByText('# is only allowed as the last level')
    await user.clear(dialog.getByRole('textbox', { name: 'Topic filter' }))
    await user.type(dialog.getByRole('textbox', { name: 'Topic filter' }), '$share/group/a')
    await user.click(dialog.getByRole('button', { name: 'Add subscription' }))
    await dialog.findByText('Not possible on a shared subscription (MQTT-3.8.3-4).')
    expect(subscribed()?.size).toBe(0)
    await user.clear(dialog.getByRole('textbox', { name: 'Topic filter' }))
    await user.type(dialog.getByRole('textbox', { name: 'Topic filter' }), 'a/b/#')
    await user.click(dialog.getByRole('button', { name: 'Add subscription' }))
    await screen.findByRole('row', { name: /^a\/b\/# 2 — NL, RH 2/ })
    expect(subscribed()?.get('a/b/#')).toMatchObject({ qos: 2, nl: 1, rap: 0, rh: 2 })

    const [again] = screen.getAllByRole('button', { name: 'Add subscription' })
    if (again) await user.click(again)
    const second = within(await screen.findByRole('dialog'))
    await user.type(second.getByRole('textbox', { name: 'Topic filter' }), 'a/b/#')
    await second.findByText(/already subscribes to this filter with QoS 2, NL, RH 2\. Adding .* replaces/)
    await user.click(second.getByRole('button', { name: 'Cancel' }))

    await user.click(screen.getByRole('button', { name: 'Actions for a/b/#' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unsubscribe…' }))
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
    await screen.findByText('No subscriptions')
    expect(subscribed()?.size).toBe(0)
  })

  it('has another keep alive when an operator says so', async () => {
    const { screen, user, broker } = await renderApp(path, { arrange: connect() })
    await user.click(await screen.findByRole('button', { name: 'Change keep alive' }))
    const interval = await screen.findByRole('textbox', { name: 'Interval' })
    await user.clear(interval)
    await user.type(interval, '70000{Enter}')
    await screen.findByText('Input error: the number range is 0 - 65535')
    expect(broker.context.cluster.session('plc-1')?.keepalive).not.toBe(70_000)
    await user.clear(interval)
    await user.type(interval, '120{Enter}')
    await screen.findByText('120 s')
    expect(broker.context.cluster.session('plc-1')?.keepalive).toBe(120)
  })

  it('that is away shows its queued messages, whatever they hold', async () => {
    const { screen, user } = await renderApp(`${path}?messages=queue`, {
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, {
          clientId: 'plc-1',
          clean: false,
          properties: { sessionExpiryInterval: 3600 },
        })
        await client.subscribeAsync('cmd/#', { qos: 1 })
        await client.endAsync()
        const publisher = await connectClient(context.cluster, { clientId: 'mes' })
        await publisher.publishAsync('cmd/<b>\u202e', Buffer.from([0x0a, 0xff, 0x00]), { qos: 1 })
        await publisher.publishAsync('cmd/two', '{"speed":7}', { qos: 1 })
      },
    })
    const drawer = within(await screen.findByRole('dialog', { name: 'Messages of the session' }))
    await drawer.findByText('cmd/two')
    expect(drawer.getByRole('table', { name: 'Message queue' }).textContent).toContain('cmd/<b>U+202E')
    const [first] = drawer.getAllByRole('button', { name: /^Show the payload of/ })
    if (first) await user.click(first)
    await drawer.findByText(/^0000 0a ff 00/)
    await user.click(drawer.getByRole('button', { name: 'All messages' }))
    await user.click(drawer.getByRole('button', { name: 'Inflight' }))
    await drawer.findByText('No messages are on the way')
    await screen.findByRole('button', { name: 'Clean session…', hidden: true })
  })

  it('shows every message that waits, and its payload, where the broker cuts answers by their bytes', async () => {
    const { screen, user } = await renderApp(`${path}?messages=queue`, {
      arrange: async ({ context }) => {
        await leaveQueue(context, 12, Buffer.alloc(300_000, 'x'))
      },
    })
    const drawer = within(await screen.findByRole('dialog', { name: 'Messages of the session' }))
    await drawer.findByText('cmd/11')
    expect(drawer.getAllByRole('button', { name: /^Show the payload of/ })).toHaveLength(12)
    expect(drawer.queryByText(/that the session reports/)).toBeNull()
    const [last] = drawer.getAllByRole('button', { name: /^Show the payload of/ }).slice(-1)
    if (last) await user.click(last)
    await drawer.findByText(/300,000|293 KiB|300 kB/)
  })

  it('says when fewer messages came than the session has', async () => {
    const { screen } = await renderApp(`${path}?messages=queue`, {
      arrange: async ({ context }, network) => {
        await leaveQueue(context, 3, Buffer.from('x'))
        network.answer(/mqueue_messages/, () =>
          Response.json({ data: [], meta: { start: 'none', position: 'none' } }),
        )
      },
    })
    await screen.findByText('The broker listed 0 of the 3 messages that the session reports.')
  })

  it('whose messages the broker cannot list says so', async () => {
    const { screen, user, network } = await renderApp(path, { arrange: connect() })
    network.answer(/mqueue_messages$/, () =>
      Response.json({ code: 'NOT_IMPLEMENTED', message: 'durable' }, { status: 501 }),
    )
    await user.click(await screen.findByRole('button', { name: 'Look at messages' }))
    await screen.findByText('Message list unavailable when persistent session is enabled')
  })

  it('that does not exist is told from one that cannot be read; its hostile ID is only text', async () => {
    const { screen, network, user } = await renderApp(
      `/clients/detail/${encodeURIComponent('<img src=x>/\u202e#')}`,
    )
    await screen.findByText('The client does not exist')
    screen.getByRole('heading', { level: 1, name: '<img src=x>/U+202E#' })
    expect(document.querySelector('main img')).toBeNull()
    const why = new URL(
      screen.getByRole('link', { name: 'Could this client connect, and why?' }).getAttribute('href') ?? '',
      'http://x',
    )
    expect(`${why.pathname} ${why.searchParams.get('clientid')} ${why.searchParams.get('wish')}`).toBe(
      '/authorization/why <img src=x>/\u202e# connect',
    )
    network.answer(/\/clients\/[^/]+$/, () =>
      Response.json({ code: 'INTERNAL_ERROR', message: '{badmatch,[]}' }, { status: 500 }),
    )
    await user.click(screen.getByRole('link', { name: 'All clients' }))
    history.back()
    await screen.findByText("There are some errors occurred in retrieving the client's detail")
    screen.getByRole('button', { name: 'Retry' })
  })

  it('shows the decisions the node remembers, and forgets them', async () => {
    const { screen, user, broker } = await renderApp(path, {
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, { clientId: 'plc-1' })
        await client.publishAsync('plant/1/event', 'x', { qos: 1, retain: true })
      },
    })
    await screen.findByRole('row', { name: /^plant\/1\/event Publish, QoS 1, retained Allow/ })
    await user.click(screen.getByRole('button', { name: 'Clear…' }))
    await user.click(await screen.findByRole('button', { name: 'Clear' }))
    await screen.findByText('No decisions are remembered')
    const { body } = await broker.ask('GET', '/clients/plc-1/authorization/cache')
    expect(body).toEqual([])
  })

  it('speaks Chinese, and changes nothing where the console is read-only', async () => {
    const { screen, user } = await renderApp(path, {
      locale: 'zh',
      config: { readOnly: true },
      arrange: connect(),
    })
    const kick = await screen.findByRole('button', { name: '踢出…' })
    expect(kick.getAttribute('aria-disabled')).toBe('true')
    await user.click(kick)
    expect(screen.queryByRole('dialog')).toBeNull()
    await screen.findByRole('region', { name: '消息队列' })
  })
})
