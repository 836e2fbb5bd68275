import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const open = (search = '', options: RenderOptions = {}) => renderApp(`/rule/rules/create${search}`, options)

/** Returns the fields of the page itself: a dialog over the page has fields of the same names. */
async function fieldsOf({ screen }: Pick<RenderedApp, 'screen'>) {
  const id = await screen.findByRole<HTMLInputElement>('textbox', { name: 'ID' })
  return { id, sql: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' }) }
}

async function create({ screen, user }: Pick<RenderedApp, 'screen' | 'user'>, name = 'Create rule') {
  const [button] = screen.getAllByRole('button', { name })
  if (button === undefined) throw new Error('There is nothing to save with')
  await user.click(button)
}

const to = (topic: string) => ({ function: 'republish', args: { topic } })

const rule = (body: object): RenderOptions => ({
  arrange: ({ ask }) => ask('POST', '/rules', body).then(() => undefined),
})

describe('create rule', () => {
  it('is reached from the list, and makes the rule that was typed', async () => {
    const app = await renderApp('/rule/rules')
    const { screen, user, broker, path } = app
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    const { id, sql } = await fieldsOf(app)
    expect(path()).toBe('/rule/rules/create')
    expect(id.value).toMatch(/^rule_[a-z0-9]{4}$/)
    await user.clear(id)
    await user.type(id, 'hot')
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Alarm')
    await user.clear(sql)
    await user.type(sql, 'SELECT clientid FROM "plant/#"')
    await create(app)
    await waitFor(() => expect(path()).toBe('/rule/rules'))
    expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
      body: { sql: 'SELECT clientid FROM "plant/#"', description: 'Alarm', enable: true, actions: [] },
    })
  })

  it('says at the ID that it is taken, and keeps what was typed', async () => {
    const app = await open('', rule({ id: 'hot', sql: 'SELECT * FROM "a"' }))
    const { id, sql } = await fieldsOf(app)
    await app.user.clear(id)
    await app.user.type(id, 'hot')
    await create(app)
    await waitFor(() => expect(id.getAttribute('aria-invalid')).toBe('true'))
    expect(app.screen.getAllByText(/A rule with this ID already exists/).length).toBeGreaterThan(0)
    expect(sql.value).toContain('"t/#"')
  })

  it('says at the statement what the broker refuses in it', async () => {
    const app = await open()
    const { sql } = await fieldsOf(app)
    await app.user.clear(sql)
    await app.user.type(sql, 'SELECT payload. FROM "t"')
    await create(app)
    expect(
      (await app.screen.findAllByText(/Line 1, column 17: “FROM” is not expected here/)).length,
    ).toBeGreaterThan(0)
    expect(await app.broker.ask('GET', '/rules')).toMatchObject({ body: { data: [] } })
  })

  it('takes sources in and out of FROM, and touches nothing else of the statement', async () => {
    const app = await open()
    const { screen, user } = app
    const { sql } = await fieldsOf(app)
    await user.clear(sql)
    await user.click(sql)
    await user.paste('SELECT *  -- all of it\nFROM "a/#" WHERE\tqos > 0')
    await screen.findByRole('region', { name: 'Data inputs', busy: false })
    await user.click(screen.getByRole('button', { name: 'Add input' }))
    let dialog = within(await screen.findByRole('dialog', { name: 'Add input' }))
    await user.type(await dialog.findByRole('textbox', { name: 'Topic filter' }), 'a/#')
    await user.click(dialog.getByRole('button', { name: 'Add input' }))
    expect((await dialog.findAllByText(/This input is in the list already/)).length).toBeGreaterThan(0)
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Type' }), 'Event')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Event' }), '$events/client_connected')
    await user.click(dialog.getByRole('button', { name: 'Add input' }))
    await waitFor(() =>
      expect(sql.value).toBe('SELECT *  -- all of it\nFROM "a/#", "$events/client_connected" WHERE\tqos > 0'),
    )
    await user.click(await screen.findByRole('button', { name: 'Edit input a/#' }))
    dialog = within(await screen.findByRole('dialog', { name: 'Edit input' }))
    const topic = await dialog.findByRole('textbox', { name: 'Topic filter' })
    await user.clear(topic)
    await user.type(topic, 'b/+')
    await user.click(dialog.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(sql.value).toContain('FROM "b/+", "$events/client_connected" WHERE\tqos'))
    await user.click(await screen.findByRole('button', { name: 'Remove input $events/client_connected' }))
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(sql.value).toBe('SELECT *  -- all of it\nFROM "b/+" WHERE\tqos > 0'))
  })

  it('reads no inputs from what is no statement', async () => {
    const app = await open()
    const { sql } = await fieldsOf(app)
    await app.user.clear(sql)
    await app.user.type(sql, 'SELECT')
    expect(
      await app.screen.findByText('Inputs are read from FROM. Correct the statement first.'),
    ).toBeDefined()
  })

  it('republishes with all that was chosen, prints once, and keeps actions by their ID', async () => {
    const app = await open('?actionId=http:alarms')
    const { screen, user, broker } = app
    const { id } = await fieldsOf(app)
    await user.clear(id)
    await user.type(id, 'out')
    const add = async (what: string) => {
      await user.click(screen.getByRole('button', { name: 'Add output' }))
      await user.click(await screen.findByRole('menuitem', { name: what }))
    }
    await add('Console output')
    await add('Republish')
    const drawer = within(await screen.findByRole('dialog', { name: 'Republish' }))
    await user.click(await drawer.findByRole('textbox', { name: 'Topic' }))
    await user.paste('alarm/${clientid}')
    const qos = drawer.getByRole('combobox', { name: 'QoS' })
    await user.clear(qos)
    await user.paste('${qos}')
    const payload = drawer.getByRole('textbox', { name: 'Payload' })
    await user.click(payload)
    await user.paste('{"at": ${timestamp}}')
    await user.click(drawer.getByRole('textbox', { name: /Content type/ }))
    await user.paste('application/json')
    await user.click(drawer.getByRole('button', { name: 'Add output' }))
    const list = within(await screen.findByRole('list', { name: 'Action outputs' }))
    await waitFor(() => expect(list.getByText('alarm/${clientid}')).toBeDefined())
    await user.click(screen.getByRole('button', { name: 'Add output' }))
    const again = await screen.findByRole('menuitem', { name: /Console output/ })
    expect(again.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Escape}')
    await create(app)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/out')).toMatchObject({
        body: {
          actions: [
            'http:alarms',
            { function: 'console' },
            {
              function: 'republish',
              args: {
                topic: 'alarm/${clientid}',
                qos: '${qos}',
                retain: false,
                payload: '{"at": ${timestamp}}',
                mqtt_properties: { 'Content-Type': 'application/json' },
                user_properties: '${user_properties}',
                direct_dispatch: false,
              },
            },
          ],
        },
      }),
    )
  })

  it('offers the actions that are there, each with how it fares, and takes what is not', async () => {
    const { screen, user, broker } = await open('', {
      arrange: async ({ ask }, network) => {
        await ask('POST', '/connectors', { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 })
        const through = { type: 'mqtt', connector: 'far', parameters: { topic: 'a', qos: 1 } }
        await ask('POST', '/actions', { ...through, name: 'out' })
        await ask('POST', '/actions', { ...through, name: 'off', enable: false })
        // A broker before 5.8.5 responds with 404.
        const absent = JSON.stringify({ code: 'NOT_FOUND', message: 'Request Path Not Found' })
        network.answer(/_summary$/, () => new Response(absent, { status: 404 }))
      },
    })
    const add = async () => {
      await user.click(await screen.findByRole('button', { name: 'Add output' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Action…' }))
      return within(await screen.findByRole('dialog', { name: 'Add action' }))
    }
    let dialog = await add()
    const list = within(await dialog.findByRole('list', { name: 'Actions' }))
    expect(list.getByRole('button', { name: /mqtt:off.*Disabled/ })).toBeDefined()
    expect(list.getByRole('link', { name: 'Open mqtt:out in a new tab' }).getAttribute('href')).toBe(
      '/rule/actions/mqtt%3Aout',
    )
    await user.click(list.getByRole('button', { name: /mqtt:out/ }))
    await user.click(dialog.getByRole('button', { name: 'Add output' }))
    dialog = await add()
    await user.type(await dialog.findByRole('textbox', { name: 'Action ID' }), 'http:later')
    expect(await dialog.findByText(/There is no action with this ID now/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Add output' }))
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Action outputs' }).textContent).toContain('http:later'),
    )
    await create({ screen, user })
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules')).toMatchObject({
        body: { data: [{ actions: ['mqtt:out', 'http:later'] }] },
      }),
    )
  })

  it('begins with a source of the link', async () => {
    const { sql } = await fieldsOf(await open('?sourceId=mqtt:line_4'))
    expect(sql.value).toContain('"$bridges/mqtt:line_4"')
  })

  it('begins as a copy of another rule, under the next free name', async () => {
    const app = await open('?action=copy&target=hot', {
      arrange: async ({ ask }) => {
        await ask('POST', '/rules', {
          id: 'hot',
          sql: 'SELECT 1 as one FROM "a"',
          description: 'Alarm',
          actions: ['http:x'],
        })
        await ask('POST', '/rules', { id: 'hot_duplication', sql: 'SELECT * FROM "b"' })
      },
    })
    const { id, sql } = await fieldsOf(app)
    expect(id.value).toBe('hot_duplication_1')
    expect(sql.value).toBe('SELECT 1 as one FROM "a"')
    await create(app)
    await waitFor(async () =>
      expect(await app.broker.ask('GET', '/rules/hot_duplication_1')).toMatchObject({
        body: { description: 'Alarm', actions: ['http:x'] },
      }),
    )
  })

  it('says so when the rule to copy is gone', async () => {
    const { screen } = await open('?action=copy&target=gone')
    expect(await screen.findByText('The rule to copy no longer exists')).toBeDefined()
  })

  it('shows on which way a republished message comes back, and not one past all rules', async () => {
    const app = await open('', rule({ id: 'back', sql: 'SELECT * FROM "out/#"', actions: [to('t/again')] }))
    const { id } = await fieldsOf(app)
    await app.user.clear(id)
    await app.user.type(id, 'forth')
    await app.user.click(app.screen.getByRole('button', { name: 'Add output' }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: 'Republish' }))
    const drawer = within(await app.screen.findByRole('dialog', { name: 'Republish' }))
    const topic = await drawer.findByRole('textbox', { name: 'Topic' })
    expect(drawer.getByText(/^The rule reads from t\/#\./)).toBeDefined()
    await app.user.click(topic)
    await app.user.paste('out/${clientid}')
    await app.user.click(drawer.getByRole('button', { name: 'Add output' }))
    const way = within(await app.screen.findByRole('list', { name: 'Way of the message' }))
    expect(way.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'forth → out/${clientid} →',
      'back → t/again →',
      'forth',
    ])
    await app.user.click(app.screen.getByRole('button', { name: 'Edit output out/${clientid}' }))
    const again = within(await app.screen.findByRole('dialog', { name: 'Republish' }))
    const direct = await again.findByRole('combobox', { name: 'Direct dispatch' })
    await app.user.clear(direct)
    await app.user.type(direct, 'true')
    await app.user.click(again.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(app.screen.queryByText(/may come back to it/)).toBeNull())
  })

  it('asks before what was typed is left behind', async () => {
    const app = await open()
    await app.user.type((await fieldsOf(app)).sql, ' ')
    await app.user.click(app.screen.getAllByRole('link', { name: 'Rules' })[0] ?? document.body)
    expect(await app.screen.findByText('Changes that you made may not be saved')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await open('', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '数据输入' })).toBeDefined()
    expect(screen.getByRole('heading', { name: '动作输出' })).toBeDefined()
  })
})
