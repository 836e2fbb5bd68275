import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const two: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/rules', { id: 'hot', sql: 'SELECT * FROM "plant/+/temperature"', description: 'Alarm' })
  await ask('POST', '/rules', { id: 'gone', sql: 'SELECT * FROM "$events/client_disconnected"' })
}

const many =
  (count: number): NonNullable<RenderOptions['arrange']> =>
  async ({ ask }) => {
    for (let at = 0; at < count; at += 1) {
      const id = `rule_${String(at).padStart(4, '0')}`
      await ask('POST', '/rules', { id, sql: `SELECT * FROM "site/${at % 10}/#"`, enable: at % 2 === 0 })
    }
  }

describe('rules', () => {
  it('lists what stands in FROM, and disables one after it was asked', async () => {
    const { screen, user, broker } = await renderApp('/rule/rules', { arrange: two })
    const row = within((await screen.findByText('hot')).closest('tr') ?? document.body)
    expect(row.getByText('plant/+/temperature')).toBeDefined()
    await user.click(row.getByRole('switch'))
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/hot')).toMatchObject({ body: { enable: false } }),
    )
    expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
      body: { sql: 'SELECT * FROM "plant/+/temperature"' },
    })
  })

  it.each([
    ['like_id=ho', 'hot'],
    ['from=plant/%2B/temperature', 'hot'],
    ['like_from=disconnected', 'gone'],
    ['match_from=plant/%23', 'hot'],
    ['like_description=Ala', 'hot'],
    ['enable=true&like_id=go', 'gone'],
  ])('filters by %s from the address', async (search, found) => {
    const { screen } = await renderApp(`/rule/rules?${search}`, { arrange: two })
    expect(await screen.findByRole('link', { name: found })).toBeDefined()
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })

  it.each(['action=http:none', 'source=mqtt:none'])('asks the broker for %s', async (search) => {
    const { screen, network } = await renderApp(`/rule/rules?${search}`, { arrange: two })
    expect(await screen.findByText('No rule matches the filters')).toBeDefined()
    expect(network.asked.some((line) => line.includes(encodeURIComponent(search.split('=')[1] ?? '')))).toBe(
      true,
    )
  })

  it('asks for counters of what it shows, four at a time', async () => {
    const { screen, network, broker } = await renderApp('/rule/rules', {
      arrange: async (app, net) => {
        await many(30)(app, net)
        await app.ask('POST', '/publish', { topic: 'site/1/a', payload: '{}' })
        net.hold(/metrics/)
      },
    })
    await screen.findByText('rule_0001')
    const metrics = () => network.asked.filter((line) => line.includes('/metrics'))
    await waitFor(() => expect(metrics()).toHaveLength(4))
    expect(await broker.ask('GET', '/rules/rule_0001/metrics')).toMatchObject({
      body: { metrics: { matched: 0 } },
    })
  })

  it('enables, disables and deletes many, each with the count', async () => {
    const { screen, user, broker } = await renderApp('/rule/rules', { arrange: many(3) })
    await screen.findByText('rule_0002')
    await user.click(screen.getByRole('checkbox', { name: /all/i }))
    const bulk = async (name: string, told: string) => {
      await user.click(screen.getByRole('button', { name }))
      const dialog = within(await screen.findByRole('dialog', { name: `${name} 3 rules?` }))
      await user.click(dialog.getByRole('button', { name }))
      expect(await screen.findByText(told)).toBeDefined()
    }
    const enabled = async () =>
      JSON.stringify((await broker.ask('GET', '/rules')).body).match(/"enable":true/g)?.length
    await bulk('Enable', '3 rules enabled')
    expect(await enabled()).toBe(3)
    await bulk('Disable', '3 rules disabled')
    expect(await enabled()).toBeUndefined()
    await bulk('Delete', '3 rules deleted')
    expect(await broker.ask('GET', '/rules')).toMatchObject({ body: { data: [] } })
  })

  it('marks what does not work, each with its reason', async () => {
    const { screen } = await renderApp('/rule/rules', {
      arrange: async ({ ask }) => {
        const rule = (id: string, sql: string, more: object = {}) =>
          ask('POST', '/rules', { id, sql, ...more })
        await rule('typo', 'SELECT paylod FROM "t"')
        await rule('lost', 'SELECT * FROM "t"', { actions: ['http:none'], enable: true })
        await rule('off', 'SELECT * FROM "t"', { enable: false })
        await rule('fine', 'SELECT payload FROM "t"')
        await ask('POST', '/publish', { topic: 't', payload: '{}' })
      },
    })
    const marks = async (id: string) => {
      const row = within((await screen.findByText(id)).closest('tr') ?? document.body)
      return row.queryAllByRole('note')
    }
    await waitFor(async () =>
      expect((await marks('typo')).map((mark) => mark.textContent?.trim())).toEqual(['SQL']),
    )
    await waitFor(async () =>
      expect((await marks('lost')).map((mark) => mark.textContent?.trim())).toEqual(['Discards results']),
    )
    expect((await marks('off')).map((mark) => mark.textContent?.trim())).toEqual(['Disabled'])
    expect(await marks('fine')).toEqual([])
    for (const mark of await marks('typo')) mark.focus()
    expect(await screen.findByText(/Nothing in FROM has a column paylod/)).toBeDefined()
  })

  it('marks a rule whose messages come back to it, with the way on which they do', async () => {
    const { screen, network } = await renderApp('/rule/rules', {
      arrange: async ({ ask }) => {
        const rule = (id: string, from: string, topic: string, more: object = {}) =>
          ask('POST', '/rules', {
            id,
            sql: `SELECT * FROM "${from}"`,
            actions: [{ function: 'republish', args: { topic, ...more } }],
          })
        await rule('ping', 'a/#', 'b/1')
        await rule('pong', 'b/+', 'a/1')
        await rule('past', 'c', 'c', { direct_dispatch: true })
        await rule('once', 'd', 'e')
      },
    })
    const markIn = async (id: string) => {
      const row = within((await screen.findByText(id)).closest('tr') ?? document.body)
      return row.queryAllByRole('note').map((mark) => mark.textContent?.trim())
    }
    await waitFor(async () => expect(await markIn('ping')).toEqual(['Loop']))
    expect(await markIn('pong')).toEqual(['Loop'])
    expect(await markIn('past')).toEqual([])
    expect(await markIn('once')).toEqual([])
    for (const mark of within(screen.getByText('ping').closest('tr') ?? document.body).getAllByRole('note'))
      mark.focus()
    expect(await screen.findByText(/come back to it: ping → b\/1 → pong → a\/1 → ping/)).toBeDefined()
    expect(network.asked.filter((line) => line.includes('limit=10000'))).toHaveLength(1)
  })

  it('says that one is failing once its failures grow', async () => {
    const { screen, broker } = await renderApp('/rule/rules', {
      arrange: async ({ ask }) => {
        await ask('POST', '/rules', { id: 'div', sql: 'SELECT 1 / payload.n as x FROM "t"' })
        await ask('POST', '/publish', { topic: 't', payload: '{"n":0}' })
      },
    })
    const row = within((await screen.findByText('div')).closest('tr') ?? document.body)
    expect(await row.findAllByText('1')).not.toHaveLength(0)
    expect(row.queryByText('Failing')).toBeNull()
    await broker.ask('POST', '/publish', { topic: 't', payload: '{"n":0}' })
    await waitFor(() => {
      window.dispatchEvent(new Event('visibilitychange'))
      expect(row.getByText('Failing')).toBeDefined()
    })
  })

  it('pages and filters 5,000 rules, and asks for the counters of one page only', async () => {
    const { screen, user, network } = await renderApp('/rule/rules', { arrange: many(5000) })
    expect(await screen.findByText('5,000 rules')).toBeDefined()
    await screen.findByText('rule_0000')
    await network.settled()
    const size = screen.getAllByRole('row').length - 1
    expect(new Set(network.asked.filter((line) => line.endsWith('/metrics'))).size).toBe(size)
    await user.click(screen.getByRole('button', { name: /next/i }))
    expect(await screen.findByText(`rule_${String(size).padStart(4, '0')}`)).toBeDefined()
    await user.type(screen.getByLabelText('ID'), 'rule_4999{Enter}')
    expect(await screen.findByText('rule_4999')).toBeDefined()
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  })

  it('leads to a copy', async () => {
    const { screen, user, path } = await renderApp('/rule/rules', { arrange: two })
    const row = within((await screen.findByText('hot')).closest('tr') ?? document.body)
    await user.click(row.getByRole('button', { name: /hot/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    expect(path()).toBe('/rule/rules/create?action=copy&target=hot')
  })

  it('exports the counters of every rule that matches', async () => {
    const saved = savedFiles()
    const { screen, user, network } = await renderApp('/rule/rules', {
      arrange: async (app, net) => {
        await many(45)(app, net)
        await app.ask('POST', '/publish', { topic: 'site/4/a', payload: '{}' })
      },
    })
    await screen.findByText('rule_0001')
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'All that match, as JSON' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const rows: unknown = JSON.parse((await saved[0]?.content.text()) ?? '')
    expect(rows).toHaveLength(45)
    expect(rows).toContainEqual(
      expect.objectContaining({ id: 'rule_0044', matched: 1, passed: 1, failed: 0 }),
    )
    expect(rows).toContainEqual(expect.objectContaining({ id: 'rule_0003', matched: 0 }))
    expect(new Set(network.asked.filter((line) => line.endsWith('/metrics'))).size).toBe(45)
  })

  it('sorts what is all on one page, and says why nothing else is sorted', async () => {
    const { screen, user } = await renderApp('/rule/rules?limit=20', { arrange: many(21) })
    await screen.findByText('rule_0000')
    expect(screen.queryByRole('button', { name: 'Sort by ID' })).toBeNull()
    await user.hover(within(screen.getByRole('columnheader', { name: 'ID' })).getByRole('button'))
    expect(await screen.findByText(/The broker does not sort this list/)).toBeDefined()
    await user.type(screen.getByLabelText('ID'), 'rule_001{Enter}')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(11))
    await user.click(screen.getByRole('button', { name: 'Sort by ID' }))
    await user.click(screen.getByRole('button', { name: 'Sort by ID' }))
    const first = () => within(screen.getAllByRole('row')[1] ?? document.body).getByRole('link').textContent
    await waitFor(() => expect(first()).toBe('rule_0019'))
  })

  it('opens, edits and deletes a rule that has the name of the page that creates one', async () => {
    const { screen, user, path, broker } = await renderApp('/rule/rules', {
      arrange: async ({ ask }) => {
        await ask('POST', '/rules', { id: 'create', sql: 'SELECT * FROM "a"', description: 'Odd name' })
      },
    })
    await user.click(await screen.findByRole('link', { name: 'create' }))
    expect(await screen.findByRole('heading', { name: 'create' })).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Reset statistics…' })).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Settings' }))
    await user.type(await screen.findByLabelText('Note'), '!')
    expect(path()).toBe('/rule/rules/create?tab=settings')
    const [apply] = screen.getAllByRole('button', { name: /^Apply/ })
    if (apply !== undefined) await user.click(apply)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/create')).toMatchObject({ body: { description: 'Odd name!' } }),
    )
    await user.click(screen.getByRole('tab', { name: 'Statistics' }))
    expect(await screen.findByRole('button', { name: 'Reset statistics…' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete rule?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await broker.ask('GET', '/rules/create')).toMatchObject({ status: 404 }))
    await waitFor(() => expect(path()).toBe('/rule/rules'))
  })

  it('leaves the rule of a webhook to the webhook', async () => {
    const { screen, user, broker } = await renderApp('/rule/rules', {
      arrange: async ({ ask }) => {
        const id = 'hook_WH_D'
        await ask('POST', '/rules', { id, sql: 'SELECT * FROM "a"', actions: [`http:${id}`] })
        await ask('POST', '/rules', { id: 'free', sql: 'SELECT * FROM "a"' })
      },
    })
    const row = within((await screen.findByText('hook_WH_D')).closest('tr') ?? document.body)
    expect(row.getByRole('switch').getAttribute('aria-disabled')).toBe('true')
    await user.click(row.getByRole('button', { name: 'Actions for hook_WH_D' }))
    for (const name of [/^Duplicate/, /^Delete/])
      expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    const remove = screen.getByRole('button', { name: 'Delete' })
    expect(remove.getAttribute('aria-disabled')).toBe('true')
    await user.hover(remove)
    expect(await screen.findByText(/^hook_WH_D: This rule belongs to a webhook/)).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Select hook_WH_D' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    // The confirmation for a single rule has the text of the specification, with the name of the rule.
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete rule?' }))
    dialog.getByText('free is deleted. Its messages and events are no longer processed.')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules')).toMatchObject({ body: { data: [{ id: 'hook_WH_D' }] } }),
    )
  })

  it('offers a viewer nothing that changes a rule', async () => {
    const { screen, user } = await renderApp('/rule/rules', {
      edition: 'enterprise',
      username: 'watcher',
      arrange: async (app, net) => {
        await two(app, net)
        await app.ask('POST', '/users', { username: 'watcher', password: 'Watch3r99', role: 'viewer' })
      },
    })
    const row = within((await screen.findByText('hot')).closest('tr') ?? document.body)
    expect(row.getByRole('switch').getAttribute('aria-disabled')).toBe('true')
    await user.click(row.getByRole('button', { name: 'Actions for hot' }))
    for (const name of [/^Duplicate/, /^Delete/])
      expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('checkbox', { name: 'Select all on this page' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Create' }).getAttribute('aria-disabled')).toBe('true')
  })
})
