import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'
import { arrangeActions } from './testing/arrange-actions.ts'

describe('an action', () => {
  it('resets what one counted', async () => {
    const { screen, user, network } = await renderApp('/rule/actions/http%3Aused', {
      arrange: arrangeActions,
    })
    await user.click(await screen.findByRole('button', { name: 'Reset statistics…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Reset the statistics of http:used/ }))
    await user.click(dialog.getByRole('button', { name: 'Reset statistics' }))
    await waitFor(() =>
      expect(network.asked.some((line) => line.startsWith('PUT') && line.includes('/metrics/reset'))).toBe(
        true,
      ),
    )
  })

  it('is disabled once it was said which rules use it', async () => {
    const { screen, user, broker } = await renderApp('/rule/actions/http%3Aused', { arrange: arrangeActions })
    await user.click(await screen.findByRole('switch'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable http:used?' }))
    expect(dialog.getByRole('link', { name: 'hot' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/actions/http:used')).toMatchObject({ body: { enable: false } }),
    )
  })

  it('leads to a new rule that hands over to it', async () => {
    const app = await renderApp('/rule/actions/http%3Aused', { arrange: arrangeActions })
    await app.user.click(await app.screen.findByRole('button', { name: 'Create rule' }))
    await waitFor(() => expect(app.path()).toBe('/rule/rules/create?actionId=http%3Aused'))
    expect(await app.screen.findByText('http:used')).toBeDefined()
  })

  it('is said not to be there', async () => {
    const { screen } = await renderApp('/rule/actions/http%3Anone')
    expect(await screen.findByText('Action not found')).toBeDefined()
  })

  it('says how many messages an update would lose, and makes it', async () => {
    const { screen, user, broker } = await renderApp('/rule/actions/http%3Aused?tab=settings', {
      arrange: arrangeActions,
    })
    const path = await screen.findByRole('textbox', { name: 'Path' })
    await user.type(path, 'y')
    expect(await screen.findByText(/are lost\. Pending now: 0 messages/)).toBeDefined()
    const [apply] = screen.getAllByRole('button', { name: 'Apply 1 change' })
    if (apply === undefined) throw new Error('There is nothing to save with')
    await user.click(apply)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/actions/http:used')).toMatchObject({
        body: { parameters: { path: '/xy' } },
      }),
    )
  })

  it('says which rule behind it lacks a placeholder, and shows a template with the message that is typed', async () => {
    const { screen, user } = await renderApp('/rule/actions/http%3Aused?tab=settings', {
      arrange: async (app, net) => {
        await arrangeActions(app, net)
        const sql = 'SELECT clientid FROM "b"'
        await app.ask('POST', '/rules', { id: 'line_events_replay', sql, actions: ['http:used'] })
      },
    })
    const body = await screen.findByRole('textbox', { name: 'Body' })
    await user.click(body)
    await user.paste(`{"q": \${qos}}`)
    expect(await screen.findByText("line_events_replay doesn't provide qos")).toBeDefined()
    await user.click((await screen.findAllByRole('button', { name: 'Change sample…' })).at(-1) ?? body)
    const drawer = within(await screen.findByRole('dialog', { name: 'Sample message' }))
    expect(drawer.getByRole<HTMLSelectElement>('combobox', { name: 'Rule' }).value).toBe('hot')
    await user.click(drawer.getByRole('button', { name: 'Raw JSON' }))
    const message = drawer.getByRole('textbox', { name: 'Message as JSON' })
    await user.clear(message)
    await user.click(message)
    await user.paste('{"event_type": "message_publish", "topic": "a", "qos": 2}')
    await user.click(drawer.getByRole('button', { name: 'Use this message' }))
    expect(await screen.findByText('{"q": 2}', { selector: 'output' })).toBeDefined()
  })
})
