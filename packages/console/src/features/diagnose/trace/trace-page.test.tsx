import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const hostile = 'plant/<img src=x>\u202e'

async function trace({ ask }: TestBroker, formatter = 'json') {
  const body = { name: 'press', type: 'clientid', clientid: 'plc-1', formatter }
  expect((await ask('POST', '/trace', body)).status).toBe(200)
}

/** Connects a client that subscribes, publishes, and receives its own message. */
async function work({ context }: TestBroker) {
  const client = await connectClient(context.cluster, { clientId: 'plc-1', username: 'line3', keepalive: 90 })
  await client.subscribeAsync('plant/#', { qos: 1 })
  const received = new Promise((resolve) => client.once('message', resolve))
  await client.publishAsync(hostile, '{"speed":7}', { qos: 1 })
  await received
  await client.endAsync()
}

function open(query = '', options: RenderOptions = {}) {
  return renderApp(`/log-trace/detail/press${query}`, options)
}

const arranged = (formatter?: string) => async (broker: TestBroker) => {
  await trace(broker, formatter)
  await work(broker)
}

describe('a trace', () => {
  it.each([
    ['json', 'U+202E'],
    ['text', /\\x\{202E\}/],
  ])('in %s tells what happened in words', async (formatter, hidden) => {
    const { screen } = await open('', { nodes: 1, arrange: arranged(formatter) })
    const timeline = within(await screen.findByRole('region', { name: /^plc-1, from/ }))
    timeline.getByText('Asks to connect')
    timeline.getByText(/MQTT 5.0 · as line3 · clean start · keep alive 1 min 30 s/)
    timeline.getByText('Connected')
    timeline.getByText('Subscribes to')
    expect(timeline.getAllByText('plant/#')).toHaveLength(2)
    timeline.getByText('Publishes to')
    timeline.getByText('Receives a message on')
    expect(timeline.getAllByText('{"speed":7}')).toHaveLength(2)
    await timeline.findByText('Says goodbye')
    expect(timeline.getAllByText(hidden).length).toBeGreaterThan(0)
    expect(document.querySelector('main img')).toBeNull()
  })

  it('follows while it runs, and not while it is paused', async () => {
    const { screen, user, broker, network } = await open('', { nodes: 1, arrange: (given) => trace(given) })
    await screen.findByText(/Nothing has matched so far/)
    await work(broker)
    await screen.findByText('Asks to connect')
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await screen.findByText('Paused')
    const asked = network.asked.length
    await work(broker)
    await user.click(screen.getByRole('button', { name: 'Follow' }))
    await waitFor(() => expect(screen.getAllByText('Asks to connect')).toHaveLength(2))
    expect(network.asked.slice(asked).filter((line) => line.includes('/log?')).length).toBeLessThan(5)
  })

  it('is a table to filter and to look into', async () => {
    const { screen, user } = await open('?look=table', { nodes: 1, arrange: arranged() })
    const table = within(await screen.findByRole('table', { name: 'Lines' }))
    expect(table.getAllByRole('row').length).toBeGreaterThan(8)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'publish_to')
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(2))
    await user.click(table.getByRole('button', { name: /^Show publish_to/ }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Line of the log' }))
    drawer.getByText('line3')
    drawer.getByText(/"msg": "publish_to"/)
    expect((await drawer.findAllByText(/speed/)).length).toBeGreaterThan(1)
  })

  it('shows the beginning of a line that is very long, says so, and copies all of it', async () => {
    const meta = { clientid: 'plc-1', much: Array.from({ length: 60_000 }, (_, at) => at) }
    const line = JSON.stringify({
      time: '2026-11-30T10:00:00.000000+00:00',
      level: 'debug',
      msg: 'long',
      meta,
    })
    const { screen, user } = await open('?look=table', {
      nodes: 1,
      arrange: async (broker, network) => {
        await arranged()(broker)
        const size = line.length + 1
        let items = `${line}\n`
        network.answer(/\/log$/, () => {
          const answer = { items, meta: { bytes: size, position: size } }
          items = ''
          return Response.json(answer)
        })
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Show long/ }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Line of the log' }))
    drawer.getByText('The first 64 KiB are shown; copying takes all of it.')
    const written = drawer.getByText(/"msg": "long"/).closest('pre')?.textContent ?? ''
    expect(written.length).toBeLessThan(70_000)
    expect(written.endsWith('…')).toBe(true)
    await user.click(drawer.getByRole('button', { name: /Copy.*Line of the log/ }))
    expect(await navigator.clipboard.readText()).toBe(line)
  })

  it('reads on when it is asked to, also while it is paused', async () => {
    const { screen, user, broker } = await open('?look=table', { nodes: 1, arrange: arranged() })
    const table = within(await screen.findByRole('table', { name: 'Lines' }))
    const goodbyes = () => table.getAllByRole('row', { name: /DISCONNECT/ })
    await waitFor(() => expect(goodbyes()).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await screen.findByText('Paused')
    await work(broker)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(goodbyes()).toHaveLength(2))
  })

  it('whose log cannot be read says so and tries again, although it has ended', async () => {
    let isBusy = true
    const { screen, user } = await open('', {
      nodes: 1,
      arrange: async (broker, network) => {
        await arranged()(broker)
        expect((await broker.ask('PUT', '/trace/press/stop')).status).toBe(200)
        network.answer(/\/log$/, async () =>
          isBusy
            ? Response.json({ code: 'SERVICE_UNAVAILABLE', message: 'busy' }, { status: 503 })
            : Response.json((await broker.ask('GET', '/trace/press/log?bytes=262144')).body),
        )
      },
    })
    const alert = within(await screen.findByRole('alert'))
    alert.getByText(/The log could not be read on: busy/)
    expect(screen.queryByText('The log is empty')).toBeNull()
    isBusy = false
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Asks to connect')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is the text as it was written, to search in', async () => {
    const { screen, user } = await open('?look=raw', { nodes: 1, arrange: arranged('text') })
    const text = await screen.findByRole('region', { name: 'Log' })
    expect(text.textContent).toContain('[MQTT] plc-1@')
    await user.type(screen.getByRole('searchbox', { name: 'Search in the text' }), 'SUBACK')
    await screen.findByText(/1 of \d|1 \/ \d/)
    await user.click(screen.getByRole('button', { name: 'Wrap lines' }))
    expect(screen.getByRole('button', { name: 'Wrap lines' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('shows the log of one node, and all by time', async () => {
    const { screen, user, path } = await open('', { arrange: arranged() })
    const choice = await screen.findByRole('combobox', { name: 'Node' })
    await screen.findByText('Asks to connect')
    const empty = within(choice)
      .getAllByRole('option')
      .find(({ textContent }) => /\(0 B\)/.test(textContent ?? ''))
    await user.selectOptions(choice, empty ?? choice)
    await screen.findByText(/Nothing has matched so far/)
    expect(path()).toContain('node=')
    expect(screen.getByRole('button', { name: 'Download this node' })).toBeDefined()
  })

  it('is stopped, and then deleted', async () => {
    const { screen, user, broker, path } = await open('', { nodes: 1, arrange: arranged() })
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    await screen.findByText('Stop Log Trace Successfully')
    await screen.findByText('The trace was stopped')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('button', { name: 'Delete', busy: false }))
    await waitFor(() => expect(path()).toBe('/log-trace'))
    expect((await broker.ask('GET', '/trace')).body).toEqual([])
  })

  it('that is not there says so; one that cannot be read says why', async () => {
    const { screen, network } = await open()
    await screen.findByText('There is no such trace')
    network.answer(/\/trace$/, () =>
      Response.json({ code: 'INTERNAL_ERROR', message: 'boom' }, { status: 500 }),
    )
    const refused = await open()
    await refused.screen.findAllByText('There is no such trace')
  })

  it('speaks Chinese', async () => {
    const { screen } = await open('', { locale: 'zh', nodes: 1, arrange: arranged() })
    await screen.findByText('请求连接')
    await screen.findByText('主动断开')
  })
})
