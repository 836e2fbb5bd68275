import type { BanKind } from '@brokerdeck/contract/access/banned.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const bans: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/banned', { as: 'clientid', who: 'plc-1', reason: 'floods', by: 'ops' })
  await ask('POST', '/banned', { as: 'username', who: 'mallory', until: '2999-01-01T00:00:00Z' })
  await ask('POST', '/banned', { as: 'peerhost_net', who: '198.51.100.0/24' })
}

const kept = ({ broker }: RenderedApp) => broker.context.banned.list().map(({ who }) => who)

async function fillIn({ screen, user }: RenderedApp, as: BanKind, who: string) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Ban clients' }))
  expect(dialog.getAllByText('optional')).toHaveLength(1)
  await user.selectOptions(dialog.getByLabelText('What to ban'), as)
  await user.clear(dialog.getByLabelText('Value'))
  if (who !== '') await user.type(dialog.getByLabelText('Value'), who.replaceAll(/[[{]/g, '$&$&'))
  await user.click(dialog.getByRole('button', { name: 'Ban' }))
  return dialog
}

async function openForm(app: RenderedApp) {
  await app.user.click(await app.screen.findByRole('button', { name: 'Ban…' }))
}

describe('banned clients', () => {
  it('lists who is refused, by whom and until when', async () => {
    const { screen } = await renderApp('/banned-clients', { arrange: bans })
    const row = within((await screen.findByText('plc-1')).closest('tr') ?? document.body)
    for (const text of ['Client ID', 'floods', 'ops', 'Never expires']) {
      expect(row.getByText(text), text).toBeDefined()
    }
    expect(screen.getByText(/^2999-01-01/)).toBeDefined()
    expect(screen.getByText('3 bans in force in the cluster')).toBeDefined()
  })

  it('is in the order that a link names, and links to the one that is chosen', async () => {
    const app = await renderApp('/banned-clients?sort=-who', { arrange: bans })
    await app.screen.findByText('plc-1')
    const order = () =>
      app.screen.getAllByRole('row').flatMap((row) => row.textContent.match(/plc-1|mallory|198/)?.[0] ?? [])
    expect(order()).toEqual(['plc-1', 'mallory', '198'])
    await app.user.click(app.screen.getByRole('button', { name: 'Sort by Compares' }))
    await waitFor(() => expect(order()).toEqual(['plc-1', '198', 'mallory']))
  })

  it('checks a value before asking, and bans in the name of who is signed in', async () => {
    const app = await renderApp('/banned-clients')
    expect(await app.screen.findByText('Nobody is banned')).toBeDefined()
    await openForm(app)
    let dialog = await fillIn(app, 'clientid', '')
    expect((await dialog.findAllByText('Please enter Banned value')).length).toBeGreaterThan(0)
    dialog = await fillIn(app, 'peerhost', '300.1.1.1')
    expect((await dialog.findAllByText(/This is no IP address/)).length).toBeGreaterThan(0)
    dialog = await fillIn(app, 'clientid_re', '([a')
    expect(
      (await dialog.findAllByText(/missing terminating \] for character class \(at byte 3\)/)).length,
    ).toBeGreaterThan(0)
    expect(kept(app)).toEqual([])
    await fillIn(app, 'clientid_re', '^bot-.*$')
    expect(await app.screen.findByText('Successfully banned this client.')).toBeDefined()
    expect(await app.screen.findByText('^bot-.*$')).toBeDefined()
    expect(app.broker.context.banned.list()).toMatchObject([
      { as: 'clientid_re', who: '^bot-.*$', by: 'admin', until: null },
    ])
  })

  it('takes a moment that is to come, warns of a ban of everybody, and shows what the broker refuses', async () => {
    const app = await renderApp('/banned-clients', { arrange: bans })
    await app.screen.findByText('plc-1')
    await openForm(app)
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Ban clients' }))
    await app.user.click(dialog.getByRole('switch', { name: /Never/ }))
    await app.user.type(dialog.getByLabelText('Until'), '2020-01-01T00:00:00')
    await fillIn(app, 'username_re', '.*')
    const passed = 'The selected time cannot be earlier than the current time'
    expect((await dialog.findAllByText(passed)).length).toBeGreaterThan(0)
    expect(dialog.getByText(/covers every client/)).toBeDefined()
    await app.user.clear(dialog.getByLabelText('Until'))
    await app.user.type(dialog.getByLabelText('Until'), '2998-01-01T00:00:00')
    await fillIn(app, 'clientid', 'plc-1')
    expect(await dialog.findByRole('alert')).toBeDefined()
    expect(kept(app).length).toBe(3)
    await fillIn(app, 'clientid', 'plc-2')
    await waitFor(() => expect(kept(app)).toContain('plc-2'))
    const until = app.broker.context.banned.find('clientid', 'plc-2')?.until
    expect(until).toBe(Date.parse('2998-01-01T00:00:00') / 1000)
  })

  it('ends a ban after as many days as are chosen', async () => {
    const app = await renderApp('/banned-clients', { arrange: bans })
    await openForm(app)
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Ban clients' }))
    const terms = within(dialog.getByRole('group', { name: 'Ends after' }))
    expect(terms.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '7 days',
      '30 days',
      '1 year',
    ])
    await app.user.click(terms.getByRole('button', { name: '30 days' }))
    await fillIn(app, 'clientid', 'plc-2')
    await waitFor(() => expect(kept(app)).toContain('plc-2'))
    const ban = app.broker.context.banned.find('clientid', 'plc-2')
    expect(Math.abs((ban?.until ?? 0) - (ban?.at ?? 0) - 30 * 86_400)).toBeLessThan(60)
  })

  it('says per kind who loses the connection, and offers to disconnect those whom the ban leaves', async () => {
    const app = await renderApp('/banned-clients', {
      arrange: async ({ context: { cluster } }) => {
        await connectClient(cluster, { clientId: 'bot-1', username: 'a' })
        await connectClient(cluster, { clientId: 'bot-2', username: 'b' })
        await connectClient(cluster, { clientId: 'plc-1', username: 'b' })
      },
    })
    await openForm(app)
    const form = within(await app.screen.findByRole('dialog', { name: 'Ban clients' }))
    expect(form.getByText(/is disconnected now, its session ends/)).toBeDefined()
    for (const kind of ['clientid_re', 'username', 'username_re', 'peerhost', 'peerhost_net']) {
      await app.user.selectOptions(form.getByLabelText('What to ban'), kind)
      expect(form.queryByText(/is disconnected now/), kind).toBeNull()
      expect(form.getByText(/The ban disconnects nobody/), kind).toBeDefined()
    }
    await fillIn(app, 'clientid_re', '^bot-')
    const title = 'Disconnect 2 connected clients that match the ban?'
    const question = within(await app.screen.findByRole('dialog', { name: title }))
    await app.user.click(question.getByRole('button', { name: 'Disconnect' }))
    expect(await app.screen.findByText('2 clients kicked out')).toBeDefined()
    const { cluster } = app.broker.context
    expect(['bot-1', 'bot-2', 'plc-1'].filter((id) => cluster.session(id) !== undefined)).toEqual(['plc-1'])
    await openForm(app)
    await fillIn(app, 'username_re', '^nobody$')
    expect(await app.screen.findByText('No connected client matches the ban')).toBeDefined()
  })

  it('lifts one after asking', async () => {
    const app = await renderApp('/banned-clients', { arrange: bans })
    await app.user.click(await app.screen.findByRole('button', { name: 'Actions for 198.51.100.0/24' }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: 'Unban…' }))
    const title = 'Confirm to unban this banned client?'
    const dialog = within(await app.screen.findByRole('dialog', { name: title }))
    expect(dialog.getByText(/Network · 198\.51\.100\.0\/24/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Unban' }))
    await waitFor(() => expect(kept(app)).toEqual(['plc-1', 'mallory']))
  })

  it('lifts several, one of which has ended by itself', async () => {
    const app = await renderApp('/banned-clients', { arrange: bans })
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('checkbox', { name: /plc-1/ }))
    await user.click(screen.getByRole('checkbox', { name: /mallory/ }))
    await broker.context.banned.remove('username', 'mallory')
    await user.click(screen.getByRole('button', { name: 'Unban…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Lift 2 bans?' }))
    await user.click(dialog.getByRole('button', { name: 'Unban' }))
    await waitFor(() => expect(kept(app)).toEqual(['198.51.100.0/24']))
    expect(await screen.findByText('2 bans lifted')).toBeDefined()
  })

  it('ends with its counts although the page of those that it lifted is gone', async () => {
    const app = await renderApp('/banned-clients?page=2', {
      arrange: async ({ ask }) => {
        const addresses = Array.from({ length: 23 }, (_, at) => `198.51.100.${at + 100}`)
        for (const who of addresses) await ask('POST', '/banned', { as: 'peerhost', who })
      },
    })
    const { screen, user } = app
    // Nothing can be selected before the rows are loaded.
    await screen.findAllByText(/^198\.51\.100\./)
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Unban…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Lift 3 bans?' }))
    await user.click(dialog.getByRole('button', { name: 'Unban' }))
    await waitFor(() => expect(kept(app)).toHaveLength(20))
    expect(
      await screen.findByText('No data available on this page. Redirected to the first page.'),
    ).toBeDefined()
    expect(await screen.findByText('3 bans lifted')).toBeDefined()
    await waitFor(() => expect(app.path()).toBe('/banned-clients'))
    expect(await screen.findByText('None selected')).toBeDefined()
  })

  it('asks with one filter at a time and shows the refusal of a wrong one', async () => {
    const { screen, user, path } = await renderApp('/banned-clients?like_clientid=%5Eplc', { arrange: bans })
    expect(await screen.findByText('plc-1')).toBeDefined()
    expect(screen.queryByText('mallory')).toBeNull()
    await user.type(screen.getByRole('searchbox', { name: 'Username' }), 'mallory{Enter}')
    expect(await screen.findByText('mallory')).toBeDefined()
    expect(path()).toBe('/banned-clients?username=mallory')
    await user.type(screen.getByRole('searchbox', { name: 'IP address' }), 'abc{Enter}')
    expect((await screen.findAllByText(/bad peerhost/)).length).toBeGreaterThan(0)
  })

  it('clears all after a word was typed', async () => {
    const app = await renderApp('/banned-clients', { arrange: bans })
    await app.screen.findByText('plc-1')
    await app.user.click(app.screen.getByRole('button', { name: 'Clear all…' }))
    const title = 'Confirm to clear all banned clients?'
    const dialog = within(await app.screen.findByRole('dialog', { name: title }))
    await app.user.click(dialog.getByRole('button', { name: 'Clear all' }))
    expect(kept(app).length).toBe(3)
    await app.user.type(dialog.getByRole('textbox'), 'clear')
    await app.user.click(dialog.getByRole('button', { name: 'Clear all' }))
    expect(await app.screen.findByText('Nobody is banned')).toBeDefined()
    expect(kept(app)).toEqual([])
    expect(app.screen.getByRole('button', { name: 'Clear all…' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('changes nothing while read-only', async () => {
    const { screen } = await renderApp('/banned-clients', { arrange: bans, config: { readOnly: true } })
    await screen.findByText('plc-1')
    for (const name of ['Ban…', 'Clear all…']) {
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled'), name).toBe('true')
    }
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/banned-clients', { locale: 'zh', arrange: bans })
    expect(await screen.findByRole('heading', { name: '黑名单' })).toBeDefined()
    expect((await screen.findAllByText('永不过期')).length).toBe(2)
    expect(screen.getByText('网段')).toBeDefined()
  })
})
