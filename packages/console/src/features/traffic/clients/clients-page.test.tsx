import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

async function openClients(path = '/clients', options: RenderOptions = {}) {
  const app = await renderApp(path, options)
  await app.screen.findByRole('heading', { level: 1 })
  return app
}

const twoClients: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await connectClient(context.cluster, { clientId: 'plc-1', username: 'press', clean: false })
  await connectClient(context.cluster, { clientId: '0042', protocolVersion: 4 })
}

describe('clients', () => {
  it('shows who is connected and how many', async () => {
    const { screen } = await openClients('/clients', { arrange: twoClients })
    const row = (await screen.findByRole('link', { name: 'plc-1' })).closest('tr')
    expect(row).not.toBeNull()
    const cells = within(row ?? document.body)
    expect(cells.getByText('Connected')).toBeDefined()
    expect(cells.getByText('press')).toBeDefined()
    expect(await screen.findByText('2 connected, 0 sessions without connection')).toBeDefined()
  })

  it('starts with the columns of the specification; others can be chosen', async () => {
    const { screen, user } = await openClients('/clients', { arrange: twoClients })
    const table = await screen.findByRole('table')
    const heads = () =>
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    expect(heads()).toEqual([
      'Client ID',
      'Status',
      'Username',
      'IP address',
      'Keep alive',
      'Clean start',
      'Session expiry',
      'Connected',
    ])
    await user.click(screen.getByRole('button', { name: /Columns/ }))
    await user.click(await screen.findByRole('checkbox', { name: 'Protocol' }))
    expect(await screen.findByRole('columnheader', { name: /Protocol/ })).toBeDefined()
    expect(await screen.findByText('5.0')).toBeDefined()
    expect(localStorage.getItem('clientTableColumns')).toContain('proto_ver')
  })

  it('says what an empty list means', async () => {
    const { screen } = await openClients()
    expect(await screen.findByText('No clients')).toBeDefined()
  })

  it('finds one exact id by asking for it, digits as text, and restores that from the link', async () => {
    const { screen, network } = await openClients('/clients?clientid=0042', { arrange: twoClients })
    expect(await screen.findByRole('link', { name: '0042' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'plc-1' })).toBeNull()
    expect(network.asked).toContain('GET /api/v5/clients/0042')
    expect(network.asked.some((line) => line.includes('/clients_v2'))).toBe(false)
  })

  it('says so when nothing matches, and clears the filters', async () => {
    const { screen, user, path } = await openClients('/clients?like_clientid=nobody', { arrange: twoClients })
    expect(await screen.findByText('No client matches')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByRole('link', { name: 'plc-1' })).toBeDefined()
    expect(path()).toBe('/clients')
  })

  it('finds clients by when they connected', async () => {
    const arrange = twoClients
    const after = await openClients('/clients?gte_connected_at=2100-01-01T00:00:00Z', { arrange })
    expect(await after.screen.findByText('No client matches')).toBeDefined()
    await after.user.click(after.screen.getByRole('button', { name: 'Clear' }))
    expect(await after.screen.findByRole('link', { name: 'plc-1' })).toBeDefined()
  })

  it('keeps what is typed while its beginning is asked for, and each condition of several at once', async () => {
    const { screen, path } = await openClients('/clients?conn_state=connected', { arrange: twoClients })
    const hurried = userEvent.setup({ delay: null })
    const box = await screen.findByRole('searchbox', { name: 'Client ID' })
    await hurried.type(box, 'pl{Enter}c-1')
    expect(await screen.findByText('No client matches')).toBeDefined()
    expect(path()).toBe('/clients?conn_state=connected&clientid=pl')
    expect(box).toHaveProperty('value', 'plc-1')
    await hurried.click(screen.getByRole('button', { name: /^Remove / }))
    expect(await screen.findByRole('link', { name: 'plc-1' })).toBeDefined()
    expect(path()).toBe('/clients?clientid=plc-1')
  })

  it('leads from an ID nobody has to watching it connect', async () => {
    const { screen, user } = await openClients('/clients?clientid=plc/9', { arrange: twoClients })
    await user.click(await screen.findByRole('link', { name: 'Watch this client ID connect' }))
    await screen.findByRole('heading', { level: 1, name: 'plc/9' })
    expect(screen.getByRole('button', { name: 'Watch this client' })).toBeDefined()
  })

  it('pages by cursor', async () => {
    const { screen, user } = await openClients('/clients', {
      nodes: 1,
      arrange: async ({ context }) => {
        for (let at = 10; at < 35; at += 1) await connectClient(context.cluster, { clientId: `device-${at}` })
      },
    })
    expect(await screen.findByRole('link', { name: 'device-10' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'device-34' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByRole('link', { name: 'device-34' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(await screen.findByRole('link', { name: 'device-10' })).toBeDefined()
  })

  it('counts those that match exactly, says "at least" of a part, and does not repeat that question', async () => {
    const arrange: RenderOptions['arrange'] = async ({ context: { cluster } }) => {
      for (let at = 0; at < 23; at += 1) {
        await connectClient(cluster, { clientId: `press-${at}`, username: 'press' })
      }
      await connectClient(cluster, { clientId: 'oven-1', username: 'oven' })
    }
    const { screen, user } = await openClients('/clients?username=press', { arrange })
    expect(await screen.findByText(/^Rows 1–\d+ of 23$/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Refresh automatically: 30 s' })).toBeDefined()
    await user.selectOptions(screen.getByLabelText('How Username is matched'), 'contains')
    expect(await screen.findByText(/^Rows 1–\d+ of at least \d+$/)).toBeDefined()
    const off = screen.getByRole('button', { name: 'Refresh automatically: Off' })
    expect(off.getAttribute('aria-disabled')).toBe('true')
  })

  it('kicks out the chosen ones after saying what that means', async () => {
    const { screen, user, broker } = await openClients('/clients', { arrange: twoClients })
    await user.click(await screen.findByRole('checkbox', { name: 'Select plc-1' }))
    await user.click(screen.getByRole('button', { name: 'Kick out…' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/subscriptions and queued messages are lost/)).toBeDefined()
    expect(broker.context.cluster.session('plc-1')).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'Kick out' }))
    await waitFor(() => expect(broker.context.cluster.session('plc-1')).toBeUndefined())
    await waitFor(() => expect(screen.queryByRole('link', { name: 'plc-1' })).toBeNull())
    expect(await screen.findByText('1 client kicked out')).toBeDefined()
    expect(broker.context.cluster.session('0042')).toBeDefined()
  })

  it('says how many of a page were kicked out although that page is gone', async () => {
    const { screen, user, broker } = await openClients('/clients', {
      nodes: 1,
      arrange: async ({ context }) => {
        for (let at = 10; at < 33; at += 1) await connectClient(context.cluster, { clientId: `device-${at}` })
      },
    })
    await screen.findByRole('link', { name: 'device-10' })
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByRole('link', { name: 'device-32' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Kick out…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Kick out' }))
    expect(await screen.findByText('3 clients kicked out')).toBeDefined()
    expect(await screen.findByRole('link', { name: 'device-10' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'device-32' })).toBeNull()
    expect(broker.context.cluster.session('device-31')).toBeUndefined()
  })

  it('asks about those that match what is asked now, not about those of a question before', async () => {
    const { screen, user, network } = await openClients('/clients?like_clientid=plc', { arrange: twoClients })
    await screen.findByRole('link', { name: 'plc-1' })
    const release = network.hold(/^GET .*\/clients_v2.*like_clientid=plc/)
    await user.click(screen.getByRole('button', { name: 'Kick out all that match…' }))
    await screen.findByRole('button', { name: 'Counting what matches… Stop' })
    const box = screen.getByRole('searchbox', { name: 'Client ID' })
    await user.clear(box)
    await user.type(box, '00{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Kick out all that match…' }))
    expect(await screen.findByRole('dialog', { name: /^Kick out 1 selected client/ })).toBeDefined()
    release()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('bans the chosen ones by what they share', async () => {
    const { screen, user, broker } = await renderApp('/clients', {
      arrange: async ({ context: { cluster } }) => {
        await connectClient(cluster, { clientId: 'press-1', username: 'press' })
        await connectClient(cluster, { clientId: 'press-2', username: 'press' })
        await connectClient(cluster, { clientId: 'oven-1', username: 'oven' })
      },
    })
    await user.click(await screen.findByRole('checkbox', { name: /press-1/ }))
    await user.click(screen.getByRole('checkbox', { name: /press-2/ }))
    await user.click(screen.getByRole('button', { name: 'Ban…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ban' })
    within(dialog).getByRole('radio', { name: 'Client ID · 2' })
    await user.click(within(dialog).getByRole('radio', { name: 'Username · press' }))
    expect(within(dialog).getByText('optional')).toBeDefined()
    await user.type(within(dialog).getByLabelText('Reason'), 'line 4 is being moved')
    await user.click(within(dialog).getByRole('button', { name: 'Ban' }))
    const question = await screen.findByRole('dialog', { name: 'Ban 1 username?' })
    expect(within(question).getByText(/The ban disconnects nobody/)).toBeDefined()
    await user.click(within(question).getByRole('button', { name: 'Ban' }))
    const next = await screen.findByRole('dialog', {
      name: 'Disconnect 2 connected clients that match the ban?',
    })
    expect(broker.context.banned.list()).toMatchObject([
      { as: 'username', who: 'press', reason: 'line 4 is being moved' },
    ])
    expect(broker.context.cluster.session('press-1')?.isConnected).toBe(true)
    await user.click(within(next).getByRole('button', { name: 'Disconnect' }))
    await screen.findByText('2 clients kicked out')
    await screen.findByText('None selected')
    expect(broker.context.cluster.session('press-1')).toBeUndefined()
    expect(broker.context.cluster.session('oven-1')?.isConnected).toBe(true)
  })

  it('shows a refusal of the broker with a way to try again', async () => {
    const { screen, network, user } = await openClients('/clients?node=gone@10.0.0.9', {
      arrange: twoClients,
    })
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
    expect(network.asked.some((line) => line.includes('node=gone'))).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByRole('link', { name: 'plc-1' })).toBeDefined()
  })

  it('shows hostile ids as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202Egnp.exe\u200B'
    const { screen } = await openClients('/clients', {
      arrange: async ({ context }) => void (await connectClient(context.cluster, { clientId: hostile })),
    })
    const link = await screen.findByRole('link', { name: /<img src=x onerror=alert\(1\)>/ })
    expect(link.textContent).not.toMatch(/[\u202E\u200B]/)
    expect(document.querySelector('img')).toBeNull()
    expect(link.getAttribute('href')).toBe(`/clients/detail/${encodeURIComponent(hostile)}`)
  })

  it('shows an id that no address can hold, and still kicks it out', async () => {
    const { screen, user, broker } = await openClients('/clients', {
      arrange: async ({ context }) => void (await connectClient(context.cluster, { clientId: '..' })),
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select ..' }))
    expect(screen.queryByRole('link', { name: '..' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Kick out…' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Kick out' }))
    await waitFor(() => expect(broker.context.cluster.session('..')).toBeUndefined())
  })

  it('offers no change in a read-only console, and says why', async () => {
    const { screen, user } = await openClients('/clients', {
      arrange: twoClients,
      config: { readOnly: true },
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for plc-1' }))
    const item = await screen.findByRole('menuitem', { name: /Kick out/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain('set to read-only')
  })

  it('speaks Chinese', async () => {
    const { screen } = await openClients('/clients', { arrange: twoClients, locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '客户端' })).toBeDefined()
    expect((await screen.findAllByText('已连接')).length).toBe(2)
  })
})
