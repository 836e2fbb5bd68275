import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'
import { ruleTemplates } from './rule-templates.ts'

async function openTemplates({ screen, user }: RenderedApp) {
  await user.click(await screen.findByRole('button', { name: 'Templates' }))
  return within(await screen.findByRole('dialog', { name: 'SQL templates' }))
}

const statement = ({ screen }: RenderedApp) =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' })

describe('the templates', () => {
  it('are found by what they do, shown with an example, and inserted with their outputs', async () => {
    const app = await renderApp('/rule/rules/create')
    const { screen, user, broker } = app
    const drawer = await openTemplates(app)
    const search = await drawer.findByRole('textbox', { name: 'Find a template' })
    const all = within(drawer.getByRole('list', { name: 'SQL templates' }))
    expect(all.getAllByRole('listitem')).toHaveLength(ruleTemplates.length)
    await user.type(search, 'nothing like this')
    expect(drawer.getByText('No template matches the search')).toBeDefined()
    await user.clear(search)
    await user.type(search, 'hex')
    await user.click(all.getByText('Decode a hex payload'))
    expect((await drawer.findByRole('region', { name: 'Sample output' })).textContent).toContain('-5')
    await user.click(drawer.getByRole('button', { name: 'Use this template' }))
    await waitFor(() => expect(statement(app).value).toContain('hexstr2bin'))
    const lab = within(await screen.findByRole('region', { name: 'Try the statement' }))
    const messages = await lab.findByRole('tab', { name: /^Messages/ })
    await waitFor(() => expect(messages.textContent).toContain('1'))
    await waitFor(async () =>
      expect((await lab.findByRole('region', { name: 'Output' })).textContent).toContain('"celsius": -5'),
    )
    await user.click(screen.getAllByRole('button', { name: 'Create rule' })[0] ?? document.body)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules')).toMatchObject({
        body: { data: [{ from: ['lora/+/up'], actions: [{ args: { topic: 'lora/${clientid}/celsius' } }] }] },
      }),
    )
  })

  it('bring their message each time they are used', async () => {
    const app = await renderApp('/rule/rules/create')
    const { screen, user } = app
    const use = async () => {
      const drawer = await openTemplates(app)
      await user.click(await drawer.findByText('Geofence'))
      await user.click(drawer.getByRole('button', { name: 'Use this template' }))
    }
    const lab = within(await screen.findByRole('region', { name: 'Try the statement' }))
    const messages = await lab.findByRole('tab', { name: /^Messages/ })
    await use()
    await waitFor(() => expect(messages.textContent).toBe('Messages1'))
    await user.click(messages)
    await user.click(await lab.findByRole('button', { name: 'Remove all' }))
    await waitFor(() => expect(messages.textContent).toBe('Messages0'))
    await use()
    await waitFor(() => expect(messages.textContent).toBe('Messages1'))
  })

  it('ask before they replace what was typed, and give it back', async () => {
    const app = await renderApp('/rule/rules/create?actionId=http:alarms')
    const { screen, user } = app
    await screen.findByRole('button', { name: 'Templates' })
    await user.clear(statement(app))
    await user.type(statement(app), 'SELECT 1 as mine FROM "a"')
    const use = async () => {
      const drawer = await openTemplates(app)
      await user.click(await drawer.findByText('Geofence'))
      await user.click(await drawer.findByRole('button', { name: 'Use this template' }))
    }
    await use()
    const asked = within(await screen.findByRole('dialog', { name: 'Replace the statement?' }))
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(statement(app).value).toBe('SELECT 1 as mine FROM "a"')
    await use()
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    const outputs = within(screen.getByRole('list', { name: 'Action outputs' }))
    await waitFor(() => expect(outputs.getAllByRole('listitem')).toHaveLength(2))
    expect(statement(app).value).toContain('111.2')
    await user.click(screen.getByRole('button', { name: 'Undo template' }))
    expect(statement(app).value).toBe('SELECT 1 as mine FROM "a"')
    expect(outputs.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Undo template' })).toBeNull()
  })

  it('speak Chinese', async () => {
    const { screen, user } = await renderApp('/rule/rules/create', { locale: 'zh' })
    await user.click(await screen.findByRole('button', { name: '模板' }))
    expect(await screen.findByText('地理围栏')).toBeDefined()
  })
})
