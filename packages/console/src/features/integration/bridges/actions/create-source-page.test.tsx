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

describe('create source', () => {
  it('offers connectors of types that have sources, and begins to receive', async () => {
    const { screen, user, broker, path } = await renderApp('/rule/source/create', { arrange: arrangeActions })
    await user.click(await screen.findByRole('button', { name: /^far/ }))
    expect(screen.queryByRole('button', { name: /^web/ })).toBeNull()
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'new')
    await user.type(screen.getByRole('textbox', { name: 'Topic filter' }), 'a/#')
    await user.click(button('Create source'))
    await waitFor(() => expect(path()).toBe('/rule/source/mqtt%3Anew'))
    expect(await broker.ask('GET', '/sources/mqtt:new')).toMatchObject({
      body: { connector: 'far', parameters: { topic: 'a/#' } },
    })
  })
})
