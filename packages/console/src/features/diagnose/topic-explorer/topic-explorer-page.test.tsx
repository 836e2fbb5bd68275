import { deflateSync, gzipSync } from 'node:zlib'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const plant: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  const worker = await connectClient(context.cluster, { clientId: 'worker-1' })
  await worker.subscribeAsync(['plant/+/temp', '$share/jobs/plant/hall/#'])
  const meter = await connectClient(context.cluster, { clientId: 'meter-1' })
  await meter.publishAsync('plant/hall/temp', '{"t":21.5}', { qos: 1, retain: true })
  await meter.publishAsync('plant/yard', 'open', { qos: 1, retain: true })
}

const row = ({ screen }: RenderedApp, name: RegExp) => screen.findByRole('treeitem', { name })
const observers = ({ broker }: RenderedApp) =>
  [...broker.context.cluster.sessions()].filter(({ clientid }) => clientid.startsWith('brokerdeck-explorer-'))

/** Types a filter and starts the capture; resolves once the broker has the subscription. */
async function capture(app: RenderedApp, filter: string): Promise<void> {
  const box = await app.screen.findByRole('textbox', { name: 'Topic filter to capture' })
  await app.user.clear(box)
  await app.user.type(box, filter.replaceAll('{', '{{'))
  await app.user.click(app.screen.getByRole('button', { name: 'Start capture' }))
}

async function publish(
  app: RenderedApp,
  topic: string,
  ...payloads: readonly (string | Buffer)[]
): Promise<void> {
  for (const payload of payloads) {
    const message = {
      topic,
      payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
      qos: 0,
      retain: false,
    } as const
    await app.broker.context.cluster.publish(message)
  }
}

describe('the tree', () => {
  it("is built from routes and retained messages, the broker's own topics folded apart", async () => {
    const app = await renderApp('/topics-explorer', { arrange: plant })
    expect((await row(app, /^plant,/)).getAttribute('aria-expanded')).toBe('true')
    const temp = await row(app, /^temp, retained$/)
    // Routes and retained messages are read in parallel.
    await waitFor(() => expect(temp.getAttribute('aria-setsize')).toBe('2'))
    expect([temp.getAttribute('aria-level'), temp.getAttribute('aria-setsize')]).toEqual(['3', '2'])
    expect(await row(app, /^yard, retained$/)).toBeDefined()
    expect(await row(app, /^\+,\s*1\s*topic$/)).toBeDefined()
    const system = await row(app, /^\$SYS,/)
    expect([system.getAttribute('aria-expanded'), system.getAttribute('aria-posinset')]).toEqual([
      'false',
      '2',
    ])
    expect(await app.screen.findByText('2 loaded')).toBeDefined()
  })

  it('is walked by keyboard, and a topic opened from it stands in the link', async () => {
    const app = await renderApp('/topics-explorer', { arrange: plant })
    await row(app, /^yard,/)
    app.screen.getByRole('tree').focus()
    await app.user.keyboard('y')
    const active = () => app.screen.getByRole('tree').getAttribute('aria-activedescendant')
    await waitFor(async () => expect((await row(app, /^yard,/)).id).toBe(active()))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.path()).toBe('/topics-explorer?topic=plant%2Fyard'))
    await app.user.keyboard('{ArrowLeft}')
    await waitFor(async () => expect((await row(app, /^plant,/)).id).toBe(active()))
    await app.user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(app.screen.queryByRole('treeitem', { name: /^yard,/ })).toBeNull())
  })

  it('is searched, and shows one source alone', async () => {
    const app = await renderApp('/topics-explorer?q=ya', { arrange: plant })
    expect(await app.screen.findByText('1 place found')).toBeDefined()
    expect(await row(app, /^yard,/)).toBeDefined()
    expect(app.screen.queryByRole('treeitem', { name: /^hall,/ })).toBeNull()
    const box = app.screen.getByRole('searchbox', { name: 'Find in the tree' })
    await app.user.clear(box)
    await app.user.type(box, 'zzz')
    expect(await app.screen.findByText('Nothing found')).toBeDefined()
    await waitFor(() => expect(app.path()).toBe('/topics-explorer?q=zzz'))
    await app.user.clear(box)
    await app.user.click(app.screen.getByRole('button', { name: 'Subscribed' }))
    await waitFor(() => expect(app.screen.queryByRole('treeitem', { name: /^yard,/ })).toBeNull())
    expect(await row(app, /^temp, subscribed$/)).toBeDefined()
  })

  it('is searched by all that was typed, also while its beginning goes into the link', async () => {
    const app = await renderApp('/topics-explorer', { arrange: plant })
    const box = await app.screen.findByRole('searchbox', { name: 'Find in the tree' })
    fireEvent.input(box, { target: { value: 'ya' } })
    await waitFor(() => expect(app.path()).toBe('/topics-explorer?q=ya'))
    fireEvent.input(box, { target: { value: 'yard' } })
    await waitFor(() => expect(app.path()).toBe('/topics-explorer?q=yard'))
    expect(box).toHaveProperty('value', 'yard')
  })

  it('leaves a source out, and says why a list could not be had', async () => {
    const app = await renderApp('/topics-explorer', { arrange: plant })
    await row(app, /^yard,/)
    await app.user.click(app.screen.getByRole('switch', { name: 'Show Retained messages' }))
    await waitFor(() => expect(app.screen.queryByRole('treeitem', { name: /^yard,/ })).toBeNull())
    app.network.cut(true)
    await app.user.click(app.screen.getByRole('button', { name: 'Load Routes again' }))
    expect(await app.screen.findByText('No topics yet')).toBeDefined()
    const again = await app.screen.findByRole('button', { name: 'Try again' })
    app.network.cut(false)
    await app.user.click(again)
    expect(await row(app, /^plant,/)).toBeDefined()
  })
})

describe('a topic', () => {
  it('shows who subscribes, whatever their filter', async () => {
    const app = await renderApp('/topics-explorer?topic=plant/hall/temp&tab=subscribers', { arrange: plant })
    expect((await app.screen.findAllByRole('link', { name: 'worker-1' })).length).toBe(2)
    const table = within(app.screen.getByRole('table', { name: 'Subscribers of the topic' }))
    expect(table.getByText('plant/+/temp')).toBeDefined()
    expect(table.getByText('jobs')).toBeDefined()
  })

  it('clears what is retained, of a branch after counting', async () => {
    const app = await renderApp('/topics-explorer?topic=plant', { arrange: plant })
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('button', { name: 'Clear retained in the branch…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 messages?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(broker.context.cluster.retained('plant/#')).toEqual([]))
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^yard,/ })).toBeNull())
    expect(await row(app, /^plant,\s*2\s*topics$/)).toBeDefined()
  })

  it('opens its retained payload, and publishes there', async () => {
    const app = await renderApp('/topics-explorer?topic=plant/yard', { arrange: plant })
    expect(await app.screen.findByText('open')).toBeDefined()
    await app.user.click(app.screen.getByRole('button', { name: 'Publish here' }))
    const dialog = within(await app.screen.findByRole('dialog'))
    expect(await dialog.findByDisplayValue('plant/yard')).toBeDefined()
  })
})

describe('a capture', () => {
  it('receives what is published, and ends by its bytes', async () => {
    const app = await renderApp('/topics-explorer?topic=plant/hall/temp', { arrange: plant })
    await row(app, /^yard,/)
    await app.user.click(app.screen.getByRole('button', { name: '1 min, 500 msg/s, 16 MiB' }))
    const limits = within(await app.screen.findByRole('dialog', { name: 'Limits of the capture' }))
    const bytes = limits.getByRole('textbox', { name: 'Ends when it received' })
    await app.user.clear(bytes)
    expect(await limits.findByText('From 1 to 256')).toBeDefined()
    await app.user.type(bytes, '1')
    await capture(app, 'plant/#')
    expect(await app.screen.findByText('Capturing')).toBeDefined()
    expect(observers(app).length).toBe(1)
    await publish(app, 'plant/hall/temp', '{"t":-3}', '{"t":-2.5}')
    await publish(app, 'plant/new', 'x')
    expect(await row(app, /^temp, retained, captured,.*2\s*messages/)).toBeDefined()
    expect(await row(app, /^new, captured,\s*x,\s*1\s*message/)).toBeDefined()
    expect(await app.screen.findByText(/msg\/s arrive/)).toBeDefined()
    expect(await app.screen.findByText('-2.5')).toBeDefined()
    await publish(app, 'plant/big', 'y'.repeat(1_100_000))
    expect(await app.screen.findByText('Ended: enough bytes')).toBeDefined()
    expect(app.screen.queryByText(/msg\/s arrive/)).toBeNull()
    await waitFor(() => expect(observers(app)).toEqual([]))
  })

  it('keeps a history to compare and to draw', async () => {
    const app = await renderApp('/topics-explorer?topic=a/b&tab=history')
    await capture(app, 'a/b')
    await app.screen.findByText('Capturing')
    await publish(app, 'a/b', '{"t":1,"u":"V"}', '{"t":2,"u":"V"}')
    const table = await app.screen.findByRole('table', { name: 'Messages of the topic' })
    const boxes = () => within(table).getAllByRole('checkbox')
    await waitFor(() => expect(boxes().length).toBe(2))
    for (const box of boxes()) await app.user.click(box)
    await app.user.click(app.screen.getByRole('button', { name: 'Compare' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: /^Difference of / }))
    expect((await dialog.findAllByText(/"t": 2/)).length).toBe(1)
    await app.user.keyboard('{Escape}')
    await app.user.click(app.screen.getByRole('tab', { name: 'Chart' }))
    expect(await app.screen.findByText(/^2 values in the latest messages/)).toBeDefined()
    await app.user.click(app.screen.getByRole('button', { name: /as a table|figures/i }))
    expect(await app.screen.findByRole('cell', { name: '2' })).toBeDefined()
  })

  it('draws switches, and values with a unit', async () => {
    const app = await renderApp('/topics-explorer?topic=door&tab=chart')
    await capture(app, 'door')
    await app.screen.findByText('Capturing')
    await publish(app, 'door', 'OPEN', '21.5 °C', 'CLOSED')
    expect(await app.screen.findByText(/^3 values in the latest messages/)).toBeDefined()
    await app.user.click(app.screen.getByRole('button', { name: /as a table|figures/i }))
    // If several messages arrive within one millisecond, only the last is drawn.
    expect(await app.screen.findByRole('cell', { name: '0' })).toBeDefined()
  })

  it('draws what is packed, and says where this browser cannot unpack it', async () => {
    const app = await renderApp('/topics-explorer?topic=meter&tab=chart')
    await capture(app, 'meter')
    await app.screen.findByText('Capturing')
    await publish(app, 'meter', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]))
    expect(await app.screen.findByText(/packed with Zstandard, and this browser cannot unpack/)).toBeDefined()
    await publish(app, 'meter', gzipSync('{"t":21.5}'), deflateSync('{"t":22}'))
    expect(await app.screen.findByText(/^2 values in the latest messages/)).toBeDefined()
    await app.user.click(app.screen.getByRole('button', { name: /as a table|figures/i }))
    expect(await app.screen.findByRole('cell', { name: '22' })).toBeDefined()
  })

  it('of everything says what it costs, and asks', async () => {
    const app = await renderApp('/topics-explorer')
    await capture(app, '#')
    const dialog = await app.screen.findByRole('dialog', { name: 'Subscribe to #?' })
    expect(
      await within(dialog).findByText(/takes in about 0 messages a second now.*1 min, 500 msg\/s, 16 MiB/),
    ).toBeDefined()
    await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(app.screen.queryByRole('dialog')).toBeNull())
    expect(observers(app)).toEqual([])
    await capture(app, '+/#')
    await app.user.click(
      await app.screen.findByRole('button', { name: 'Subscribe all the same', busy: false }),
    )
    expect(await app.screen.findByText('Capturing')).toBeDefined()
    expect(observers(app).flatMap(({ subscriptions }) => [...subscriptions.keys()])).toEqual(['+/#'])
  })

  it('takes no messages from others', async () => {
    const app = await renderApp('/topics-explorer')
    await capture(app, '$share/jobs/#')
    expect(await app.screen.findByText(/must not take messages from those/)).toBeDefined()
    await capture(app, 'a/#/b')
    expect(await app.screen.findByText('# is only allowed as the last level')).toBeDefined()
    expect(observers(app)).toEqual([])
  })

  it('goes on while one looks elsewhere', async () => {
    const app = await renderApp('/topics-explorer')
    await capture(app, 'a/#')
    await app.screen.findByText('Capturing')
    await app.user.click(
      (await app.screen.findAllByRole('link', { name: 'Topics', hidden: true }))[0] ?? document.body,
    )
    await app.screen.findByRole('heading', { name: 'Topics' })
    await publish(app, 'a/b', 'x')
    await app.user.click(await app.screen.findByRole('button', { name: 'Topic Explorer' }))
    expect(await row(app, /^b, captured,\s*x,\s*1\s*message/)).toBeDefined()
  })

  it('is refused by a console that changes nothing', async () => {
    const app = await renderApp('/topics-explorer', { arrange: plant, config: { readOnly: true } })
    await row(app, /^yard,/)
    for (const name of ['Start capture', 'Publish…']) {
      expect(app.screen.getByRole('button', { name }).getAttribute('aria-disabled'), name).toBe('true')
    }
  })

  it('asks who one is where the broker lets nobody in', async () => {
    const app = await renderApp('/topics-explorer')
    app.broker.context.cluster.setAdmission(() => 'banned')
    await capture(app, 'a/#')
    expect(await app.screen.findByText('Connection failed')).toBeDefined()
    expect(await app.screen.findByText(/broker refused the connection: Banned/i)).toBeDefined()
  })
})

it('speaks Chinese', async () => {
  const app = await renderApp('/topics-explorer?topic=plant/yard', { locale: 'zh', arrange: plant })
  expect(await app.screen.findByRole('heading', { name: '主题浏览器' })).toBeDefined()
  expect(await row(app, /^yard, 有保留消息$/)).toBeDefined()
  expect(await app.screen.findByRole('button', { name: '清除保留消息…' })).toBeDefined()
})
