import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { arrangeDisabledAction } from '#features/integration/bridges/actions/testing/arrange-actions.ts'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const before = 'SELECT\n  *\nFROM\n  "a"'
const hot = { id: 'hot', sql: before, description: 'Alarm', actions: ['http:x'] }

const open = (options: RenderOptions = {}, rule: object = hot) =>
  renderApp('/rule/rules/hot?tab=settings', {
    arrange: async (broker, network) => {
      await broker.ask('POST', '/rules', rule)
      await options.arrange?.(broker, network)
    },
    ...(options.username === undefined ? {} : { username: options.username, edition: 'enterprise' }),
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  })

const statement = () => within(document.body).findByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' })
const button = (name: string | RegExp) => {
  const [first] = within(document.body).getAllByRole('button', { name })
  if (first === undefined) throw new Error('There is no such button')
  return first
}

describe('the settings of a rule', () => {
  it('shows the difference line by line and the request, saves it, and reads it back', async () => {
    const { screen, user, broker } = await open()
    const sql = await statement()
    await user.clear(sql)
    await user.click(sql)
    await user.paste('SELECT\n  topic\nFROM\n  "a"')
    const difference = await screen.findByRole('region', { name: 'sql' })
    // The difference appears once the statement is cleared, and is updated after the paste.
    await waitFor(() =>
      expect([...difference.children].map(({ textContent }) => textContent)).toEqual([
        'SELECT',
        'Removed   *',
        'Added   topic',
        'FROM',
        '  "a"',
      ]),
    )
    expect(screen.getByText(/curl -X PUT/).textContent).toContain('/rules/hot')
    await user.click(button('Apply 1 change'))
    expect(await screen.findByText('Rule saved')).toBeDefined()
    expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
      body: { sql: 'SELECT\n  topic\nFROM\n  "a"', description: 'Alarm', actions: ['http:x'], enable: true },
    })
    expect((await statement()).value).toBe('SELECT\n  topic\nFROM\n  "a"')
  })

  it('says at the statement what the broker refuses, and keeps it', async () => {
    const { screen, user, broker } = await open()
    const sql = await statement()
    await user.clear(sql)
    await user.type(sql, 'SELECT')
    await user.click(button('Apply 1 change'))
    expect(
      (await screen.findAllByText(/Line 1, column 7: the statement ends too early/)).length,
    ).toBeGreaterThan(0)
    expect(sql.value).toBe('SELECT')
    expect(await broker.ask('GET', '/rules/hot')).toMatchObject({ body: { sql: before } })
  })

  it('shows what somebody else changed meanwhile instead of writing over it', async () => {
    const { screen, user, broker } = await open()
    const note = await screen.findByRole('textbox', { name: /Note/ })
    await user.type(note, ' of mine')
    await broker.ask('PUT', '/rules/hot', { sql: 'SELECT 1 as one FROM "a"' })
    await user.click(button('Apply 1 change'))
    expect((await screen.findAllByText(/Someone else changed these settings/)).length).toBeGreaterThan(0)
    await user.click(await screen.findByRole('button', { name: 'Keep my changes on top' }))
    await waitFor(async () => expect((await statement()).value).toBe('SELECT 1 as one FROM "a"'))
    await user.click(button('Apply 1 change'))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
        body: { sql: 'SELECT 1 as one FROM "a"', description: 'Alarm of mine' },
      }),
    )
  })

  it('saves what is in the form as a copy, and leaves the rule and the form as they are', async () => {
    const { screen, user, broker } = await open()
    const sql = await statement()
    await user.clear(sql)
    await user.type(sql, 'SELECT 2 as two FROM "a"')
    await user.click(await screen.findByRole('button', { name: 'Save as copy…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as copy' }))
    const id = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'ID' })
    expect(id.value).toBe('hot_copy')
    await user.clear(id)
    await user.type(id, 'hot')
    await user.click(dialog.getByRole('button', { name: 'Create rule' }))
    expect((await dialog.findAllByText(/A rule with this ID already exists/)).length).toBeGreaterThan(0)
    await user.type(id, '_2')
    await user.click(dialog.getByRole('button', { name: 'Create rule' }))
    expect(await screen.findByText('Rule hot_2 created')).toBeDefined()
    expect(await broker.ask('GET', '/rules/hot_2')).toMatchObject({
      body: { sql: 'SELECT 2 as two FROM "a"', description: 'Alarm', actions: ['http:x'] },
    })
    expect(await broker.ask('GET', '/rules/hot')).toMatchObject({ body: { sql: before } })
    expect(sql.value).toBe('SELECT 2 as two FROM "a"')
  })

  it('shows what runs: where messages come from, and what became of each action', async () => {
    const { screen } = await open(
      {
        arrange: arrangeDisabledAction,
      },
      {
        ...hot,
        sql: 'SELECT * FROM "a", "$events/client_connected"',
        actions: ['http:gone', 'http:off', { function: 'republish', args: { topic: 'to/b' } }],
      },
    )
    const flow = within(await screen.findByRole('region', { name: 'Flow' }))
    const sources = within(flow.getByRole('list', { name: 'Sources' }))
    expect(sources.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'aTopic',
      '$events/client_connectedEvent',
    ])
    const actions = within(flow.getByRole('list', { name: 'Actions' }))
    await waitFor(() =>
      expect(actions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining("http:goneDoesn't exist: results are discarded"),
        expect.stringContaining('http:offDisabled: results are discarded'),
        'to/bRepublish',
      ]),
    )
    expect(actions.queryByRole('link', { name: /gone/ })).toBeNull()
    expect(actions.getByRole('link', { name: /off/ }).getAttribute('href')).toContain(
      '/rule/actions/http%3Aoff',
    )
    const outputs = within(screen.getByRole('list', { name: 'Action outputs' }))
    const page = outputs.getByRole('link', { name: 'http:off' })
    expect([page.getAttribute('href'), page.getAttribute('target')]).toEqual([
      expect.stringContaining('/rule/actions/http%3Aoff'),
      '_blank',
    ])
    expect(flow.getByRole('link', { name: 'Edit as flow' }).getAttribute('href')).toContain('/flow/hot')
  })

  it('draws no more of a rule with very many actions than it asks about', async () => {
    const actions = Array.from({ length: 60 }, (_, at) => `http:a${at}`)
    const { screen } = await open({}, { ...hot, actions })
    const flow = within(await screen.findByRole('region', { name: 'Flow' }))
    expect(await flow.findByText('Not drawn: 10')).toBeDefined()
    expect(within(flow.getByRole('list', { name: 'Actions' })).getAllByRole('listitem')).toHaveLength(50)
  })

  it('lists the columns of what stands in FROM, finds one of another event, and writes it', async () => {
    const { screen, user } = await open()
    const list = within(await screen.findByRole('region', { name: 'Events and columns' }))
    const columns = within(await list.findByRole('list', { name: 'message publish' }))
    expect(columns.getByRole('button', { name: 'payload bytes' })).toBeDefined()
    expect(list.queryByRole('list', { name: 'client disconnected' })).toBeNull()
    const sql = await statement()
    await user.clear(sql)
    await user.type(sql, 'SELECT  FROM "$events/client_disconnected"', { initialSelectionStart: 0 })
    sql.setSelectionRange(7, 7)
    const gone = await list.findByRole('list', { name: 'client disconnected' })
    await user.click(within(gone).getByRole('button', { name: 'reason text' }))
    expect(sql.value).toBe('SELECT reason FROM "$events/client_disconnected"')
    expect(list.queryByRole('list', { name: 'message publish' })).toBeNull()

    await user.type(list.getByRole('textbox', { name: 'Find a column' }), 'publish_rec')
    expect(within(list.getByRole('list', { name: 'message publish' })).getAllByRole('button')).toHaveLength(1)
    await user.type(list.getByRole('textbox', { name: 'Find a column' }), 'x')
    expect(list.getByText('No column is called so')).toBeDefined()
  })

  it('lets a viewer read, and change nothing', async () => {
    const { screen } = await open({
      username: 'guest',
      arrange: ({ context }) =>
        context.users
          .create('guest', 'Viewer-123', { description: '', role: 'viewer' })
          .then(() => undefined),
    })
    expect((await statement()).readOnly).toBe(true)
    const payload = await screen.findByRole('button', { name: 'payload bytes' })
    expect(payload.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: 'Add output' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: 'Add input' }).getAttribute('aria-disabled')).toBe('true')
    expect(button('Apply').getAttribute('aria-disabled')).toBe('true')
  })

  it('leaves the rule of a webhook to the webhook', async () => {
    const { screen } = await renderApp('/rule/rules/hook_WH_D?tab=settings', {
      arrange: async ({ ask }) => {
        await ask('POST', '/rules', { id: 'hook_WH_D', sql: before, actions: ['http:hook_WH_D'] })
      },
    })
    expect((await statement()).readOnly).toBe(true)
    expect(screen.getByText(/This rule belongs to a webhook/)).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await open({ locale: 'zh' })
    expect(await screen.findByRole('button', { name: '另存为副本…' })).toBeDefined()
  })
})
