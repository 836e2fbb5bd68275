import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

describe('a new flow', () => {
  it('makes a rule from scratch', async () => {
    const { screen, user, broker, path } = await renderApp('/flow/create')
    const id = await screen.findByRole('textbox', { name: 'ID' })
    await user.clear(id)
    await user.type(id, 'drawn')
    await user.click(screen.getByRole('button', { name: 'Edit filter' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit filter' }))
    await user.type(drawer.getByRole('textbox', { name: 'Value' }), 'qos')
    await user.type(drawer.getByRole('textbox', { name: 'Compared with' }), '1')
    await user.selectOptions(drawer.getByRole('combobox', { name: 'Comparison' }), '>=')
    await user.click(drawer.getByRole('button', { name: 'Update' }))
    await user.click((await screen.findAllByRole('button', { name: 'Create flow' }))[0] ?? document.body)
    await waitFor(() => expect(path()).toBe('/flow'))
    expect(await broker.ask('GET', '/rules/drawn')).toMatchObject({
      body: { sql: 'SELECT\n  *\nFROM\n  "t/#"\nWHERE\n  qos >= 1', enable: true },
    })
  })

  const withConnector: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
    await ask('POST', '/connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
  }

  async function withNewAction(app: Awaited<ReturnType<typeof renderApp>>, name: string) {
    const { screen, user } = app
    const id = await screen.findByRole('textbox', { name: 'ID' })
    await user.clear(id)
    await user.type(id, 'drawn')
    await user.click(await screen.findByRole('button', { name: 'New action' }))
    const first = within(await screen.findByRole('dialog', { name: 'Create action' }))
    await user.click(await first.findByRole('button', { name: /web/ }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Create action' }))
    await user.type(await drawer.findByRole('textbox', { name: 'Name' }), name)
    await user.click(drawer.getByRole('button', { name: 'Add to the flow' }))
    const list = within(screen.getByRole('list', { name: 'Action outputs' }))
    expect(await list.findByText(`http:${name}`)).toBeDefined()
    return async () =>
      user.click((await screen.findAllByRole('button', { name: 'Create flow' }))[0] ?? document.body)
  }

  it('makes a new action together with the flow, and nothing before', async () => {
    const app = await renderApp('/flow/create', { arrange: withConnector })
    const save = await withNewAction(app, 'made')
    expect(await app.broker.ask('GET', '/actions')).toMatchObject({ body: [] })
    await save()
    await waitFor(() => expect(app.path()).toBe('/flow'))
    expect(await app.broker.ask('GET', '/actions/http:made')).toMatchObject({
      body: { connector: 'web', rules: ['drawn'] },
    })
  })

  it('takes the new action back where the rule is refused', async () => {
    const app = await renderApp('/flow/create', {
      arrange: async (broker, network) => {
        await withConnector(broker, network)
        await broker.ask('POST', '/rules', { id: 'drawn', sql: 'SELECT * FROM "t"' })
      },
    })
    const save = await withNewAction(app, 'made')
    await save()
    expect((await app.screen.findAllByText(/already exists|is taken|ID/)).length).toBeGreaterThan(0)
    await waitFor(() =>
      expect(app.network.asked).toEqual(
        expect.arrayContaining(['POST /api/v5/actions', 'DELETE /api/v5/actions/http%3Amade']),
      ),
    )
    expect(await app.broker.ask('GET', '/actions')).toMatchObject({ body: [] })
    expect(app.path()).toBe('/flow/create')
  })

  it('adds sources, the console and a filter from the palette, and tries the flow on a message', async () => {
    const { screen, user, broker, path } = await renderApp('/flow/create')
    const id = await screen.findByRole('textbox', { name: 'ID' })
    await user.clear(id)
    await user.type(id, 'drawn')
    await user.click(await screen.findByRole('button', { name: 'Event' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add input' }))
    await waitFor(() => expect(dialog.getAllByRole('option').length).toBeGreaterThan(5))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Event' }), '$events/client_connected')
    await user.click(dialog.getByRole('button', { name: 'Add input' }))
    await user.click(screen.getByRole('button', { name: /^Console output/ }))
    expect(await screen.findByRole('list', { name: 'Data inputs' })).toBeDefined()
    // The lab beside the flow shows the result for the example message.
    expect(await screen.findByText('computed here')).toBeDefined()
    const steps = within(await screen.findByRole('list', { name: 'Path of one message' }))
    expect(steps.getByText('Matches a source')).toBeDefined()
    expect(steps.getByText('Everything passes')).toBeDefined()
    expect(within(steps.getByRole('list', { name: 'Actions' })).getByText('Console output')).toBeDefined()
    await user.click((await screen.findAllByRole('button', { name: 'Create flow' }))[0] ?? document.body)
    await waitFor(() => expect(path()).toBe('/flow'))
    expect(await broker.ask('GET', '/rules/drawn')).toMatchObject({
      body: { from: ['$events/client_connected'], actions: [{ function: 'console' }] },
    })
  })

  it('finds nodes of the palette by name, counts what there is, and says what is missing to save', async () => {
    const { screen, user } = await renderApp('/flow/create', {
      arrange: async (broker, network) => {
        await withConnector(broker, network)
        for (const name of ['alpha', 'beta'])
          await broker.ask('POST', '/actions', {
            type: 'http',
            name,
            connector: 'web',
            parameters: { method: 'post', path: '/' },
          })
      },
    })
    const find = await screen.findByRole('searchbox', { name: 'Find a node' })
    expect(await screen.findByRole('button', { name: 'Existing action 2' })).toBeDefined()
    const ready = within(screen.getByRole('region', { name: 'Readiness' }))
    expect(ready.getByRole('status').textContent).toBe('Can be saved, but')
    expect(ready.getByText(/^No action: results of this flow go nowhere/)).toBeDefined()

    await user.type(find, 'conso')
    expect(screen.queryByRole('button', { name: /^Existing action/ })).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Console output/ }))
    await user.clear(find)
    await user.type(find, 'bet')
    await user.keyboard('{Enter}')
    const list = within(screen.getByRole('list', { name: 'Action outputs' }))
    expect(await list.findByText('http:beta')).toBeDefined()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'http:beta' }).getAttribute('aria-disabled')).toBe('true'),
    )
    expect(await ready.findByText('All sources and actions exist')).toBeDefined()
    await user.clear(find)
    await user.type(find, 'nobody')
    expect(screen.getByText('No node has this name')).toBeDefined()

    const id = screen.getByRole('textbox', { name: 'ID' })
    await user.clear(id)
    await waitFor(() => expect(ready.getByRole('status').textContent).toBe("Can't be saved yet"))
    await user.click(ready.getByRole('button', { name: /^Go there/ }))
    expect(document.activeElement).toBe(id)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/flow/create', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '创建数据流' })).toBeDefined()
  })
})
