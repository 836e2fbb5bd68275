import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import type { BrokerFetch } from '#testing/broker-fetch.ts'
import { renderApp } from '#testing/render-app.ts'

const path = '/clients/detail/plc-1'
const traces = async ({ ask }: TestBroker) => (await ask('GET', '/trace')).body

const listSchema = v.array(v.object({ name: v.string() }))

/** Delays the request that creates a trace until the returned function is called. */
function delayCreation(network: BrokerFetch): () => void {
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const delayed: typeof fetch = async (input, init) => {
    if (init?.method === 'POST' && String(input).endsWith('/trace')) await arrived
    return await network.fetch(input, init)
  }
  vi.stubGlobal('fetch', delayed)
  return arrive
}

async function watch(arrange?: (broker: TestBroker) => Promise<void>) {
  const app = await renderApp(path, { arrange })
  await app.user.click(await app.screen.findByRole('button', { name: 'Watch this client' }))
  return app
}

describe('the timeline of a client', () => {
  it('tells of a device that cannot connect, and why', async () => {
    const { screen, broker } = await watch()
    await screen.findByText('The client does not exist')
    await screen.findByText('Nothing has happened yet')
    expect(await traces(broker)).toMatchObject([
      { type: 'clientid', clientid: 'plc-1', status: 'running', formatter: 'json' },
    ])
    await broker.ask('POST', '/banned', { as: 'clientid', who: 'plc-1' })
    await expect(connectClient(broker.context.cluster, { clientId: 'plc-1' })).rejects.toThrow()
    await screen.findByText(/^Connection refused: Banned/)
    screen.getByText(/Lift the ban or wait for its end/)
  })

  it('goes on while the client comes and goes, and names the reason of its end', async () => {
    const { screen, broker } = await watch()
    await screen.findByText('Nothing has happened yet')
    const second = broker.context.cluster.nodes.at(-1)?.name
    const client = await connectClient(broker.context.cluster, {
      clientId: 'plc-1',
      ...(second === undefined ? {} : { node: second }),
    })
    client.on('error', () => undefined)
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
    await timeline.findByText('Connected')
    await broker.ask('DELETE', '/clients/plc-1')
    await timeline.findByText('Disconnected by the broker: Kicked out')
    timeline.getByText(/An operator or a program ended/)
  })

  it('takes its trace back when it is stopped, and keeps what it showed', async () => {
    const { screen, user, broker } = await watch(async ({ context }) => {
      await connectClient(context.cluster, { clientId: 'plc-1' })
    })
    await broker.context.cluster.session('plc-1')
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    await waitFor(async () => expect(await traces(broker)).toEqual([]))
    await screen.findByText('Nothing was seen')
    screen.getByRole('button', { name: 'Watch again' })
  })

  it('takes its trace back when the page is left', async () => {
    const { screen, user, broker } = await watch()
    await screen.findByText('Nothing has happened yet')
    await user.click(await screen.findByRole('link', { name: 'All clients' }))
    await waitFor(async () => expect(await traces(broker)).toEqual([]))
  })

  it('takes its trace back when the browser leaves before the answer has come', async () => {
    const { screen, user, broker, network } = await renderApp(path)
    const release = network.hold(/^POST .*\/trace$/)
    await user.click(await screen.findByRole('button', { name: 'Watch this client' }))
    await waitFor(async () => expect(await traces(broker)).toHaveLength(1))
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(async () => expect(await traces(broker)).toEqual([]))
    release()
  })

  it('takes its trace back after the broker has created it, however long that was on its way', async () => {
    const { screen, user, broker, network } = await renderApp(path)
    const arrive = delayCreation(network)
    await user.click(await screen.findByRole('button', { name: 'Watch this client' }))
    await user.click(screen.getByRole('button', { name: 'User admin' }))
    await user.click(await screen.findByRole('menuitem', { name: /Log out/ }))
    await user.click(await screen.findByRole('button', { name: /Log out/ }))
    await screen.findByText('The trace could not be started')
    arrive()
    await screen.findByRole('button', { name: 'Log in' })
    const asked = network.asked.filter((line) => /^(POST|DELETE) .*\/trace/.test(line))
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['POST', 'DELETE'])
    expect(await traces(broker)).toEqual([])
  })

  it('takes back with the next one what a browser that was closed in the meantime has left', async () => {
    const { screen, user, broker, network } = await renderApp(path)
    const arrive = delayCreation(network)
    await user.click(await screen.findByRole('button', { name: 'Watch this client' }))
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(network.asked.some((line) => /^DELETE .*\/trace/.test(line))).toBe(true))
    arrive()
    await screen.findByText('Nothing has happened yet')
    const [left] = v.parse(listSchema, await traces(broker))
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await user.click(await screen.findByRole('button', { name: 'Watch again' }))
    await screen.findByText('Nothing has happened yet')
    const now = v.parse(listSchema, await traces(broker))
    expect(now).toHaveLength(1)
    expect(now[0]?.name).not.toBe(left?.name)
  })

  it('takes its trace back before the session ends', async () => {
    const { screen, user, broker, network } = await watch()
    await screen.findByText('Nothing has happened yet')
    await user.click(screen.getByRole('button', { name: 'User admin' }))
    await user.click(await screen.findByRole('menuitem', { name: /Log out/ }))
    await user.click(await screen.findByRole('button', { name: /Log out/ }))
    await waitFor(async () => expect(await traces(broker)).toEqual([]))
    await waitFor(() => {
      const asked = network.asked.filter((line) => /^DELETE .*trace|logout/.test(line))
      expect(asked.map((line) => line.split(' ')[0])).toEqual(['DELETE', 'POST'])
    })
    await screen.findByRole('button', { name: 'Log in' })
  })

  it('can be kept as an ordinary trace', async () => {
    const { screen, user, broker } = await watch()
    await user.click(await screen.findByRole('button', { name: 'Keep the trace' }))
    await user.click(await screen.findByRole('link', { name: 'Open the trace' }))
    await screen.findByRole('heading', { level: 1, name: /^timeline-/ })
    expect(await traces(broker)).toMatchObject([{ clientid: 'plc-1', status: 'running' }])
  })

  it('follows a trace that somebody else has begun, and leaves it alone', async () => {
    const { screen, user, broker } = await watch(async ({ ask }) => {
      await ask('POST', '/trace', { name: 'mine', type: 'clientid', clientid: 'plc-1' })
    })
    await screen.findByText('The trace mine follows this client already')
    await user.click(screen.getByRole('button', { name: 'Follow it' }))
    await connectClient(broker.context.cluster, { clientId: 'plc-1' })
    await screen.findByText('Asks to connect')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await screen.findByText('Ended')
    expect(await traces(broker)).toMatchObject([{ name: 'mine', status: 'running' }])
  })

  it('says why it cannot be started', async () => {
    const { screen, user, network } = await renderApp(path)
    network.answer(/\/trace$/, () =>
      Response.json(
        { code: 'INVALID_PARAMS', message: 'The number of traces created has reached the maximum' },
        { status: 400 },
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'Watch this client' }))
    await screen.findByText('The trace could not be started')
    expect(screen.getAllByText(/has reached the maximum/).length).toBeGreaterThan(0)
  })

  it('is nothing for a viewer, in Chinese', async () => {
    const { screen } = await renderApp(path, {
      locale: 'zh',
      edition: 'enterprise',
      username: 'looker',
      arrange: async ({ ask }) => {
        await ask('POST', '/users', {
          username: 'looker',
          password: 'look-only-1',
          role: 'viewer',
          description: '',
        })
      },
    })
    const button = await screen.findByRole('button', { name: '观察该客户端' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})
