import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const open = () =>
  renderApp('/rule/rules/hot?tab=settings', {
    arrange: async ({ ask }) => {
      await ask('POST', '/rules', { id: 'hot', sql: 'SELECT * FROM "a"', actions: [] })
      await ask('POST', '/connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
      const action = { type: 'http', name: 'there', connector: 'web', parameters: { method: 'post' } }
      await ask('POST', '/actions', action)
      await ask('POST', '/connectors', { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 })
      const parameters = { topic: 'a', qos: 1 }
      await ask('POST', '/sources', { type: 'mqtt', name: 'in', connector: 'far', parameters })
    },
  })

async function apply({ screen, user }: Awaited<ReturnType<typeof open>>, label: string) {
  const [button] = await screen.findAllByRole('button', { name: label })
  if (button === undefined) throw new Error('There is nothing to save with')
  await user.click(button)
}

describe('what a rule takes from and hands to', () => {
  it('is an action that is created beside it, with nothing lost that was typed', async () => {
    const app = await open()
    const { screen, user, broker } = app
    const note = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' })
    await user.type(note, 'typed before')
    await user.click(screen.getByRole('button', { name: 'Add output' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Action…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add action' }))
    await user.click(await dialog.findByRole('button', { name: 'Create action' }))
    const through = within(await screen.findByRole('dialog', { name: 'Create action' }))
    await user.click(await through.findByRole('button', { name: /web/ }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Create action' }))
    const name = await drawer.findByRole('textbox', { name: 'Name' })
    expect(drawer.getByRole('heading', { name: 'Connection test' })).toBeDefined()
    await user.type(name, 'there')
    await user.click(drawer.getByRole('button', { name: 'Create action' }))
    expect((await drawer.findAllByText('This name is taken')).length).toBeGreaterThan(0)
    await user.clear(name)
    await user.type(name, 'made')
    await user.click(drawer.getByRole('button', { name: 'Create action' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Create action' })).toBeNull())
    expect(await broker.ask('GET', '/actions/http:made')).toMatchObject({ body: { connector: 'web' } })
    await user.click(dialog.getByRole('button', { name: 'Add output' }))
    expect(note.value).toBe('typed before')
    await apply(app, 'Apply 2 changes')
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
        body: { actions: ['http:made'], description: 'typed before' },
      }),
    )
  })

  it('is a source that is there, which is written into FROM', async () => {
    const { screen, user } = await open()
    const sql = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' })
    await screen.findByRole('region', { name: 'Data inputs', busy: false })
    await user.click(screen.getByRole('button', { name: 'Add input' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add input' }))
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Type' }), 'Data source')
    const list = within(await dialog.findByRole('list', { name: 'Data sources' }))
    await user.click(list.getByRole('button', { name: /mqtt:in/ }))
    await user.click(dialog.getByRole('button', { name: 'Add input' }))
    await waitFor(() => expect(sql.value).toContain('"$bridges/mqtt:in"'))
  })
})
