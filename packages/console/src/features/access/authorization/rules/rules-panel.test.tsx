import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const path = '/authorization/detail/built_in_database?tab=rules'
const base = '/authorization/sources/built_in_database/rules'

const rule = (topic: string) => ({ topic, permission: 'allow', action: 'publish' })

const builtIn: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/authorization/sources', { type: 'built_in_database', max_rules: 3 })
  await ask('POST', `${base}/clients`, [
    { clientid: 'plc-1', rules: [rule('a/#'), { ...rule('b'), permission: 'deny', qos: [1], retain: true }] },
    { clientid: 'pump/7', rules: [] },
  ])
  await ask('POST', `${base}/users`, [{ username: 'ann', rules: [rule('c')] }])
}

const stored = async ({ broker }: RenderedApp, of: string) => (await broker.ask('GET', `${base}/${of}`)).body

type Dialog = ReturnType<typeof within>

async function fill({ user }: RenderedApp, dialog: Dialog, row: number, topic: string): Promise<void> {
  await user.selectOptions(dialog.getByLabelText(`Permission ${row}`), 'deny')
  await user.selectOptions(dialog.getByLabelText(`Action ${row}`), 'publish')
  await user.type(dialog.getByLabelText(`Topic filter ${row}`), topic)
}

describe('rules of the built-in database', () => {
  it('are listed by client ID and by username, in words, and searched', async () => {
    const { screen, user } = await renderApp(path, { arrange: builtIn })
    await screen.findByRole('row', { name: /plc-1 2 May publish to a/ })
    expect(
      screen.getByText('May publish to a/#; May not publish to b, with QoS 1, retained only'),
    ).toBeDefined()
    expect(screen.getByText('no rules')).toBeDefined()
    await user.type(screen.getByRole('searchbox', { name: /Client ID/ }), 'pump{Enter}')
    await waitFor(() => expect(screen.queryByText('plc-1')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Usernames' }))
    expect(await screen.findByRole('row', { name: /ann 1 May publish to c/ })).toBeDefined()
  })

  it('of a new client ID are checked, and then decide', async () => {
    const app = await renderApp(path, { arrange: builtIn })
    await app.user.click(await app.screen.findByRole('button', { name: 'Add rules' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Rules of a client ID' }))
    await app.user.type(dialog.getByRole('textbox', { name: 'Client ID' }), 'bad')
    await app.user.click(dialog.getByRole('button', { name: 'Add rule' }))
    await app.user.click(dialog.getByRole('button', { name: 'Add rules' }))
    for (const words of ['Please select permission', 'Please select action', 'Please enter topic']) {
      expect((await dialog.findAllByText(new RegExp(words))).length, words).toBeGreaterThan(0)
    }
    await fill(app, dialog, 1, 'x/#/y')
    await app.user.click(dialog.getByRole('button', { name: 'Add rules' }))
    expect(await stored(app, 'clients')).toMatchObject({ meta: { count: 2 } })
    await app.user.clear(dialog.getByLabelText('Topic filter 1'))
    await app.user.type(dialog.getByLabelText('Topic filter 1'), 'x/#')
    await app.user.click(dialog.getByRole('button', { name: 'Add rules' }))
    expect(await app.screen.findByText('The rules were added.')).toBeDefined()
    expect(await stored(app, 'clients/bad')).toEqual({
      clientid: 'bad',
      rules: [{ topic: 'x/#', permission: 'deny', action: 'publish', qos: [0, 1, 2], retain: 'all' }],
    })
    const publish = async (clientId: string) => {
      const client = await connectClient(app.broker.context.cluster, { clientId })
      return await client.publishAsync('x/1', '', { qos: 1 }).then(
        () => 'allowed',
        () => 'denied',
      )
    }
    expect([await publish('bad'), await publish('good')]).toEqual(['denied', 'allowed'])
  })

  it('are put in another order and given conditions', async () => {
    const app = await renderApp(path, { arrange: builtIn })
    await app.user.click(await app.screen.findByRole('button', { name: 'Actions for plc-1' }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Rules of plc-1' }))
    await app.user.click(await dialog.findByRole('button', { name: 'Move row 2 up' }))
    await app.user.selectOptions(dialog.getByLabelText('QoS 2'), '0, 2')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await app.screen.findByText('The rules were saved.')).toBeDefined()
    expect(await stored(app, 'clients/plc-1')).toMatchObject({
      rules: [
        { topic: 'b', permission: 'deny', qos: [1], retain: true },
        { topic: 'a/#', qos: [0, 2], retain: 'all' },
      ],
    })
  })

  it('say before they are saved whose subscriptions they would decide otherwise', async () => {
    const app = await renderApp(path, {
      arrange: async (broker, network) => {
        const client = await connectClient(broker.context.cluster, { clientId: 'plc-1' })
        await client.subscribeAsync('x/1')
        await builtIn(broker, network)
      },
    })
    await app.user.click(await app.screen.findByRole('button', { name: 'Actions for plc-1' }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Rules of plc-1' }))
    await app.user.selectOptions(dialog.getByLabelText('Action 2'), 'subscribe')
    await app.user.clear(dialog.getByLabelText('Topic filter 2'))
    await app.user.type(dialog.getByLabelText('Topic filter 2'), 'x/#')
    await app.user.selectOptions(dialog.getByLabelText('QoS 2'), 'Any')
    await app.user.click(dialog.getByRole('button', { name: /review/i }))
    expect(await dialog.findByText('1 subscription would be denied that is allowed now')).toBeDefined()
  })

  it.each([
    ['clients', 'clientid', 'Client IDs', 'plc-1'],
    ['users', 'username', 'Usernames', 'ann'],
  ])('of %s do not take the place of those that somebody else has written', async (table, name, tab, id) => {
    const app = await renderApp(path, { arrange: builtIn })
    await app.user.click(await app.screen.findByRole('button', { name: tab }))
    await app.user.click(await app.screen.findByRole('button', { name: `Actions for ${id}` }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: `Rules of ${id}` }))
    await app.broker.ask('PUT', `${base}/${table}/${id}`, { [name]: id, rules: [rule('theirs')] })
    await app.user.clear(dialog.getByLabelText('Topic filter 1'))
    await app.user.type(dialog.getByLabelText('Topic filter 1'), 'mine')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/Nothing was sent: somebody changed/)).toBeDefined()
    expect(await stored(app, `${table}/${id}`)).toMatchObject({ rules: [{ topic: 'theirs' }] })
    await app.user.click(dialog.getByRole('button', { name: 'Load theirs, drop mine' }))
    expect(dialog.getByLabelText('Topic filter 1')).toHaveProperty('value', 'theirs')
  })

  it('are no more than the source takes', async () => {
    const app = await renderApp(`${path}&scope=all`, {
      arrange: async (broker, network) => {
        await builtIn(broker, network)
        await broker.ask('POST', `${base}/all`, { rules: ['1', '2', '3'].map(rule) })
      },
    })
    await app.user.click(await app.screen.findByRole('button', { name: 'Add rule' }))
    const page = within(app.screen.getByRole('main'))
    await fill(app, page, 4, '4')
    const review = within(app.screen.getByRole('region', { name: 'Review changes' }))
    await app.user.click(review.getByRole('button', { name: /^Apply/ }))
    expect((await app.screen.findAllByText(/At most 3 rules/)).length).toBeGreaterThan(0)
    await app.user.click(app.screen.getByRole('button', { name: 'Remove row 1' }))
    await app.user.click(review.getByRole('button', { name: /^Apply/ }))
    await waitFor(async () =>
      expect(await stored(app, 'all')).toMatchObject({
        rules: [{ topic: '2' }, { topic: '3' }, { topic: '4', permission: 'deny' }],
      }),
    )
  })

  it('of one that is there already are refused where they are written', async () => {
    const app = await renderApp(path, { arrange: builtIn })
    await app.user.click(await app.screen.findByRole('button', { name: 'Add rules' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Rules of a client ID' }))
    await app.user.type(dialog.getByRole('textbox', { name: 'Client ID' }), 'plc-1')
    await app.user.click(dialog.getByRole('button', { name: 'Add rules' }))
    expect((await dialog.findByRole('alert')).textContent).toMatch(/already exist/)
  })

  it('are deleted: those of some, and all of them once the source is off', async () => {
    const app = await renderApp(path, { arrange: builtIn })
    const { screen, user } = app
    await user.click(await screen.findByRole('button', { name: 'Actions for pump/7' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    let dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await stored(app, 'clients')).toMatchObject({ meta: { count: 1 } }))
    const clear = screen.getByRole('button', { name: 'Delete all rules' })
    expect(clear.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('switch', { name: 'Built-in database enabled' }))
    dialog = within(await screen.findByRole('dialog', { name: 'Disable Built-in database?' }))
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(clear.getAttribute('aria-disabled')).not.toBe('true'))
    await user.click(clear)
    dialog = within(await screen.findByRole('dialog', { name: 'Delete all rules?' }))
    await user.type(dialog.getByRole('textbox'), 'delete all rules')
    await user.click(dialog.getByRole('button', { name: 'Delete all rules' }))
    expect(await screen.findByText('There are no rules yet')).toBeDefined()
    expect(app.broker.context.authorization.rules.count).toBe(0)
  })

  it('come from a file, which is checked before any of it is sent', async () => {
    const app = await renderApp(path, { arrange: builtIn })
    const { screen, user } = app
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import rules' }))
    const upload = (text: string) =>
      user.upload(dialog.getByLabelText(/File/, { selector: 'input' }), new File([text], 'rules.csv'))
    const head = 'clientid,permission,action,topic'
    await upload(`${head}\nplc-1,allow,publish,new\nallow,publish,t\n`)
    // The error appears with the file and at the field.
    expect(await dialog.findAllByText(/^Some rows have no owner/)).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    expect(await stored(app, 'clients/plc-1')).toMatchObject({ rules: [{ topic: 'a/#' }, { topic: 'b' }] })
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    const lines = [
      'plc-1,allow,publish,new',
      'x,deny,all,t',
      'y,allow,all,s',
      'y,maybe,all,s',
      'x,allow,all,u',
    ]
    await upload([head, ...lines].join('\n'))
    expect(await dialog.findByText('3 rules of 2 names can be imported.')).toBeDefined()
    const rows = within(dialog.getByRole('region', { name: 'Rows that cannot be imported' }))
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Line 4Another row of this clientid is faulty.'),
      expect.stringContaining('Line 5This is no rule'),
    ])
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    const result = within(await screen.findByRole('dialog', { name: 'Import finished' }))
    expect(result.getByText('The rules of 2 names were imported.')).toBeDefined()
    const countOf = (label: string) => result.getByText(label).closest('div')?.textContent
    expect(['Created', 'Replaced', 'Rows left out'].map(countOf)).toEqual([
      'Created1',
      'Replaced1',
      'Rows left out2',
    ])
    expect(result.getByRole('button', { name: 'Download the rows that are left out' })).toBeDefined()
    expect(await stored(app, 'clients/plc-1')).toMatchObject({ rules: [{ topic: 'new' }] })
    expect(await stored(app, 'clients/x')).toMatchObject({ rules: [{ topic: 't' }, { topic: 'u' }] })
    expect(await stored(app, 'clients')).toMatchObject({ meta: { count: 3 } })
  })

  it('are read in Chinese', async () => {
    const { screen } = await renderApp(path, { locale: 'zh', arrange: builtIn })
    expect(await screen.findByRole('row', { name: /plc-1 2 允许发布 a\/#/ })).toBeDefined()
  })
})
