import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { arrangeActions } from '#features/integration/bridges/actions/testing/arrange-actions.ts'
import { renderApp } from '#testing/render-app.ts'

/** Returns the first button with the name, which is above the form on a phone, and beside the form elsewhere. */
const button = (name: string) => {
  const [first] = within(document.body).getAllByRole('button', { name })
  if (first === undefined) throw new Error('There is no such button')
  return first
}

describe('create action', () => {
  it('leads from the list over a connector to the action that was typed', async () => {
    const { screen, user, broker, path } = await renderApp('/rule/actions', { arrange: arrangeActions })
    await user.click(await screen.findByRole('button', { name: 'Create action' }))
    await user.click(await screen.findByRole('button', { name: /^web/ }))
    expect(path()).toBe('/rule/actions/create?connector=http%3Aweb')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'new')
    await user.type(screen.getByRole('textbox', { name: 'Path' }), '/there')
    await user.click(button('Create action'))
    await waitFor(() => expect(path()).toBe('/rule/actions/http%3Anew'))
    expect(await broker.ask('GET', '/actions/http:new')).toMatchObject({
      body: { connector: 'web', parameters: { path: '/there', method: 'post' } },
    })
  })

  it('copies one with all its settings', async () => {
    const { screen, user, broker, path } = await renderApp(
      '/rule/actions/create?action=copy&target=http%3Aused',
      { arrange: arrangeActions },
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'other')
    await user.click(button('Create action'))
    await waitFor(() => expect(path()).toBe('/rule/actions/http%3Aother'))
    expect(await broker.ask('GET', '/actions/http:other')).toMatchObject({
      body: { connector: 'web', parameters: { path: '/x' }, description: 'To the receiver' },
    })
  })

  it('makes a further connector over what was typed, and chooses it', async () => {
    const { screen, user, broker, path } = await renderApp('/rule/actions/create?connector=http%3Aweb', {
      arrange: arrangeActions,
    })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'new')
    await user.click(screen.getByRole('button', { name: 'Create connector' }))
    // The form replaces the drawer that is shown while the schema loads.
    const drawer = () => within(screen.getByRole('dialog', { name: 'Create connector' }))
    const name = await waitFor(() => drawer().getByRole('textbox', { name: 'Name' }))
    const url = drawer().getByRole('textbox', { name: 'URL' })
    await user.clear(url)
    await user.type(url, 'http://127.0.0.1:9/second')
    await user.type(name, 'web')
    await user.click(drawer().getByRole('button', { name: 'Create connector' }))
    expect((await drawer().findAllByText('This name is taken')).length).toBeGreaterThan(0)
    await user.type(name, '2')
    await user.click(drawer().getByRole('button', { name: 'Create connector' }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Connector' }).value).toBe('web2'),
    )
    expect(await broker.ask('GET', '/connectors/http:web2')).toMatchObject({ status: 200 })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('new')
    await user.click(button('Create action'))
    await waitFor(() => expect(path()).toBe('/rule/actions/http%3Anew'))
    expect(await broker.ask('GET', '/actions/http:new')).toMatchObject({ body: { connector: 'web2' } })
  })

  it('says what to do first where there is no connector', async () => {
    const { screen, user, path } = await renderApp('/rule/actions/create')
    expect(await screen.findByText('No connector can be used')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Create connector' }))
    expect(path()).toBe('/connector/create')
  })
})
