import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const limitMs = 60_000

/** Opens a console that signs out after a minute without use. */
async function openIdle(options: RenderOptions = {}): Promise<RenderedApp & { letPass(ms: number): void }> {
  const app = await renderApp('/mqtt/session', { config: { idleMinutes: 1 }, ...options })
  await app.screen.findByRole('textbox', { name: 'Max inflight' })
  // The last use is noted once the module that counts the idle time has loaded.
  await waitFor(() => expect(localStorage.getItem('lastUse')).not.toBeNull())
  const letPass = (ms: number) => {
    const noted = Number(localStorage.getItem('lastUse'))
    localStorage.setItem('lastUse', String(noted - ms))
  }
  return { ...app, letPass }
}

describe('a console that nobody uses', () => {
  it('counts down, and stays signed in when somebody is there after all', async () => {
    const { screen, user, letPass } = await openIdle()
    expect(screen.queryByRole('dialog')).toBeNull()
    letPass(limitMs - 20_000)
    const dialog = within(await screen.findByRole('dialog', { name: 'Still there?' }))
    expect(dialog.getByText(/It logs out in (1\d|20) s, in every tab/)).toBeDefined()
    const before = Date.now()
    await user.click(dialog.getByRole('button', { name: 'Stay logged in' }))
    expect(screen.queryByRole('dialog', { name: 'Still there?' })).toBeNull()
    expect(Number(localStorage.getItem('lastUse'))).toBeGreaterThanOrEqual(before)
  })

  it('is signed out at the broker as well, and keeps what was typed for who comes back', async () => {
    const { screen, user, network, letPass } = await openIdle()
    const box = await screen.findByRole('textbox', { name: 'Max inflight' })
    await user.clear(box)
    await user.type(box, '16')
    localStorage.setItem('session /c/other/', '{}')
    letPass(limitMs)
    await screen.findByText('Logged out, because nobody used the console')
    await waitFor(() => expect(localStorage.getItem('session /c/other/')).toBeNull())
    expect(network.asked).toContain('POST /api/v5/logout')
    expect(screen.queryByRole('textbox', { name: 'Max inflight' })).toBeNull()
    await user.type(screen.getByLabelText('Password'), 'public')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await user.click(await screen.findByRole('button', { name: 'Skip for now' }))
    expect(await screen.findByRole('textbox', { name: 'Max inflight' })).toHaveProperty('value', '16')
  })

  it('is left alone where the server asks for nothing of the kind', async () => {
    const { screen, network } = await renderApp('/mqtt/session')
    await screen.findByRole('textbox', { name: 'Max inflight' })
    localStorage.setItem('lastUse', '1')
    await vi.dynamicImportSettled()
    // An idle watch would react to this event, because the time is over.
    window.dispatchEvent(new Event('pointermove'))
    await network.settled()
    expect(network.asked).not.toContain('POST /api/v5/logout')
    expect(screen.queryByRole('textbox', { name: 'Max inflight' })).not.toBeNull()
  })
})
