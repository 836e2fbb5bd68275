import { mqttRoot } from '@brokerdeck/embedded-broker/config/roots/mqtt-root.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endSession } from '#api/session.ts'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

/** Opens a form with typed text whose token the broker has revoked. */
async function expireOverForm(): Promise<RenderedApp> {
  let token = ''
  const app = await renderApp('/mqtt/session', {
    token: () => token,
    arrange: async ({ context }) => {
      token = context.tokens.issue('admin')
      await context.users.create('ada', 'lovelace-1', { description: '', role: 'administrator' })
    },
  })
  const { screen, user, broker } = app
  const box = await screen.findByRole('textbox', { name: 'Max inflight' })
  await user.clear(box)
  await user.type(box, '16')
  broker.context.tokens.revoke(token)
  await apply(app)
  // The form in the background shows the same message, but is not visible.
  await screen.findByLabelText('Username')
  const login = within(screen.getByRole('main'))
  expect(login.getByText('Login has expired, please login again')).toBeDefined()
  return app
}

async function apply({ screen, user }: RenderedApp): Promise<void> {
  const review = within(screen.getByRole('region', { name: 'Review changes' }))
  await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
}

/** Sends the message that a tab sends to the other tabs of the same user after it has logged out. */
function logOutElsewhere(username: string): void {
  const otherTab = new BroadcastChannel('brokerdeck-session')
  onTestFinished(() => otherTab.close())
  otherTab.postMessage({ kind: 'logged-out', username })
}

describe('a log-out in another tab over unsaved work', () => {
  it('hides the page, and gives it back as it was to whoever was there', async () => {
    const app = await renderApp('/mqtt/session')
    const { screen, user, broker, path } = app
    const before = await screen.findByRole('textbox', { name: 'Max inflight' })
    await user.clear(before)
    await user.type(before, '16')
    logOutElsewhere('admin')
    await screen.findByText('Logged out in another tab')
    expect(screen.queryByRole('textbox', { name: 'Max inflight' })).toBeNull()
    screen.getByText(/What admin has not saved yet is kept in this tab/)
    await user.type(screen.getByLabelText('Password'), 'public')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await user.click(await screen.findByRole('button', { name: 'Skip for now' }))
    expect(await screen.findByRole('textbox', { name: 'Max inflight' })).toHaveProperty('value', '16')
    expect(path()).toBe('/mqtt/session')
    await apply(app)
    expect(await screen.findByText('Changes are in effect')).toBeDefined()
    expect(broker.context.config.get(mqttRoot).max_inflight).toBe(16)
  })
})

describe('a login that expires over unsaved work', () => {
  it('hides the page, and gives it back as it was to whoever was there', async () => {
    const app = await expireOverForm()
    const { screen, user, broker, path } = app
    expect(screen.queryByRole('textbox', { name: 'Max inflight' })).toBeNull()
    expect(screen.getByText(/What admin has not saved yet is kept in this tab/)).toBeDefined()
    await user.type(screen.getByLabelText('Password'), 'public')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await user.click(await screen.findByRole('button', { name: 'Skip for now' }))
    const box = await screen.findByRole('textbox', { name: 'Max inflight' })
    expect(box).toHaveProperty('value', '16')
    expect([path(), screen.queryByLabelText('Password')]).toEqual(['/mqtt/session', null])
    await apply(app)
    expect(await screen.findByText('Changes are in effect')).toBeDefined()
    expect(broker.context.config.get(mqttRoot).max_inflight).toBe(16)
  })

  it('keeps nothing for anybody else', async () => {
    const { screen, user } = await expireOverForm()
    const name = screen.getByLabelText('Username')
    await user.clear(name)
    await user.type(name, 'ada')
    await user.type(screen.getByLabelText('Password'), 'lovelace-1')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    const box = await screen.findByRole('textbox', { name: 'Max inflight' })
    expect(box).toHaveProperty('value', '32')
  })

  it('goes to the login as ever where nothing is unsaved', async () => {
    const { screen, path } = await renderApp('/mqtt/session')
    await screen.findByRole('textbox', { name: 'Max inflight' })
    endSession('expired')
    await screen.findByText('Login has expired, please login again')
    expect(path()).toBe('/login?to=%2Fmqtt%2Fsession')
    expect(screen.queryByText(/has not saved yet/)).toBeNull()
  })
})
