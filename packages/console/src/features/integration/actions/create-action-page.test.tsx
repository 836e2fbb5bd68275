import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'
import { arrangeActions } from './testing/arrange-actions.ts'

/** Above the form on a phone, beside it elsewhere: the first of its name. */
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

  it('says what to do first where there is no connector', async () => {
    const { screen, user, path } = await renderApp('/rule/actions/create')
    expect(await screen.findByText('No connector can be used')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Create connector' }))
    expect(path()).toBe('/connector/create')
  })
})
