import { waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'
import { arrangeConnectors } from './testing/arrange-connectors.ts'

describe('a connector', () => {
  it('says why reconnecting does not work', async () => {
    const { screen, user, broker } = await renderApp('/connector/http%3Aweb', { arrange: arrangeConnectors })
    const { status_reason: reason } = Object(await broker.ask('GET', '/connectors/http:web')).body
    const before = (await screen.findAllByText(reason)).length
    await user.click((await screen.findAllByRole('button', { name: 'Reconnect' }))[0] ?? document.body)
    await waitFor(() => expect(screen.getAllByText(reason).length).toBeGreaterThan(before))
  })

  it('shows one with what goes through it', async () => {
    const { screen } = await renderApp('/connector/http%3Aweb', { arrange: arrangeConnectors })
    expect(await screen.findByRole('link', { name: 'http:post' })).toBeDefined()
    expect(screen.queryByRole('table', { name: 'Sources' })).toBeNull()
  })

  it('says that there is none of that name', async () => {
    const { screen } = await renderApp('/connector/http%3Anone')
    expect(await screen.findByText('Connector not found')).toBeDefined()
  })
})
