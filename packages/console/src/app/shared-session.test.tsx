import { waitFor } from '@testing-library/dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

type Said = Readonly<Record<string, unknown>>

/** Opens a second tab, whose messages are treated like those of any other tab of this console. */
function openOtherTab(hear: (said: Said, tell: (message: Said) => void) => void) {
  const channel = new BroadcastChannel('brokerdeck-session')
  const heard: Said[] = []
  const tell = (message: Said) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }) => {
    heard.push(data)
    hear(data, tell)
  })
  onTestFinished(() => channel.close())
  return { tell, heard }
}

async function open(path: string) {
  let token = ''
  const session = () => ({ token, username: 'admin', edition: 'ce', version: '5.8.9' })
  const tab = openOtherTab((said, tell) => {
    if (said['kind'] === 'wanted' && token !== '') tell({ kind: 'offered', session: session() })
  })
  const app = await renderApp(path, {
    isSignedIn: false,
    arrange: ({ context }) => {
      token = context.tokens.issue('admin')
    },
  })
  return { ...app, tab, session }
}

async function logIn({ screen, user }: Awaited<ReturnType<typeof renderApp>>, isKept: boolean) {
  await user.type(await screen.findByLabelText('Username'), 'operator')
  await user.type(screen.getByLabelText('Password'), 'Passw0rd-1')
  if (isKept) await user.click(screen.getByRole('checkbox', { name: 'Keep me signed in on this device' }))
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByRole('navigation', { name: 'Main menu' })
}

const withOperator: Parameters<typeof renderApp>[1] = {
  isSignedIn: false,
  arrange: async ({ context }) =>
    void (await context.users.create('operator', 'Passw0rd-1', { description: '', role: 'administrator' })),
}

describe('one sign-in for all tabs', () => {
  it('takes the session of another tab, and goes to the wanted page at once', async () => {
    const { screen, path, session } = await open('/dashboard/metrics?node=all')
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(path()).toBe('/dashboard/metrics?node=all')
    expect(JSON.parse(sessionStorage.getItem('session') ?? '{}')).toMatchObject(session())
    expect(localStorage.getItem('session')).toBeNull()
  })

  it('signs a tab in that shows the login when another one does', async () => {
    const app = await renderApp('/clients', { isSignedIn: false })
    const { screen, broker, path } = app
    await screen.findByLabelText('Username')
    const { tell } = openOtherTab(() => undefined)
    const token = broker.context.tokens.issue('admin')
    tell({ kind: 'started', session: { token, username: 'admin', edition: 'ce', version: '5.8.9' } })
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(path()).toBe('/clients')
  })

  it('tells the others of a login and of a log-out, and answers whoever asks', async () => {
    const app = await renderApp('/dashboard/nodes', withOperator)
    const { heard, tell } = openOtherTab(() => undefined)
    await logIn(app, false)
    await waitFor(() => expect(heard.at(-1)).toMatchObject({ kind: 'started' }))
    tell({ kind: 'wanted' })
    await waitFor(() =>
      expect(heard.at(-1)).toMatchObject({ kind: 'offered', session: { username: 'operator' } }),
    )
    await app.user.click(app.screen.getByRole('button', { name: 'User operator' }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: 'Log out' }))
    await app.user.click(await app.screen.findByRole('button', { name: 'Log out' }))
    await app.screen.findByText('Logged out')
    await waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'logged-out', username: 'operator' }))
  })

  it('takes the newer token of its own user, and nothing that it has not asked for', async () => {
    const { screen, broker } = await renderApp('/clients')
    await screen.findByRole('navigation', { name: 'Main menu' })
    const { heard, tell } = openOtherTab(() => undefined)
    const sessionOf = (username: string, token: string) => ({
      token,
      username,
      edition: 'ce',
      version: '5.8.9',
    })
    const tokens: unknown[] = []
    for (const [kind, username] of [
      ['started', 'operator'],
      ['offered', 'admin'],
      ['started', 'admin'],
    ] as const) {
      const token = broker.context.tokens.issue('admin')
      tokens.push(token)
      const before = heard.length
      tell({ kind, session: sessionOf(username, token) })
      tell({ kind: 'wanted' })
      await waitFor(() => expect(heard.length).toBeGreaterThan(before))
    }
    const last = {
      kind: 'offered',
      session: expect.objectContaining({ username: 'admin', token: tokens[2] }),
    }
    expect(heard).toEqual([heard[0], heard[0], last])
    expect(tokens).not.toContain(Object(heard[0]?.['session'])['token'])
  })

  it('ends with the log-out of its own user in another tab, and of nobody else', async () => {
    const { screen } = await renderApp('/clients')
    await screen.findByRole('navigation', { name: 'Main menu' })
    const { heard, tell } = openOtherTab(() => undefined)
    tell({ kind: 'logged-out', username: 'operator' })
    tell({ kind: 'wanted' })
    await waitFor(() => expect(heard).toEqual([expect.objectContaining({ kind: 'offered' })]))
    tell({ kind: 'logged-out', username: 'admin' })
    await screen.findByText('Logged out in another tab')
    expect(sessionStorage.getItem('session')).toBeNull()
    expect(heard).toHaveLength(1)
  })

  it('believes nothing that is no session', async () => {
    const { screen } = await renderApp('/clients', { isSignedIn: false })
    await screen.findByLabelText('Username')
    const { tell } = openOtherTab(() => undefined)
    tell({ kind: 'started', session: { token: 1 } })
    tell({ kind: 'offered' })
    tell({ kind: 'wanted' })
    expect(screen.getByLabelText('Username')).toBeDefined()
    expect(sessionStorage.getItem('session')).toBeNull()
  })
})

describe('“keep me signed in on this device”', () => {
  it('says what it means, and stores the session only then', async () => {
    const app = await renderApp('/login', withOperator)
    const box = await app.screen.findByRole('checkbox', { name: 'Keep me signed in on this device' })
    expect(box).toHaveProperty('checked', false)
    expect(app.screen.getByText('Signed in for all tabs until the last one is closed.')).toBeDefined()
    await logIn(app, true)
    const kept = localStorage.getItem('session') ?? ''
    expect(JSON.parse(kept)).toEqual(JSON.parse(sessionStorage.getItem('session') ?? '{}'))
  })

  it('finds it after the browser was closed, and forgets it with the log-out', async () => {
    const app = await renderApp('/dashboard/nodes', {
      isSignedIn: false,
      arrange: ({ context }) => {
        const token = context.tokens.issue('admin')
        const kept = { token, username: 'admin', edition: 'ce', version: '5.8.9' }
        localStorage.setItem('session', JSON.stringify(kept))
      },
      locale: 'zh',
    })
    const { screen, user } = app
    await user.click(await screen.findByRole('button', { name: /admin/ }))
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
    await user.click(await screen.findByRole('button', { name: '退出登录' }))
    await screen.findByText('已退出登录')
    expect(screen.getByRole('checkbox', { name: '在此设备上保持登录' })).toHaveProperty('checked', false)
    expect([localStorage.getItem('session'), sessionStorage.getItem('session')]).toEqual([null, null])
  })

  it('keeps nothing of an earlier session that was kept', async () => {
    const app = await renderApp('/login', withOperator)
    await app.screen.findByLabelText('Username')
    const stale = { token: 'stale', username: 'operator', edition: 'ce', version: '5.8.9' }
    localStorage.setItem('session', JSON.stringify(stale))
    await logIn(app, false)
    expect(localStorage.getItem('session')).toBeNull()
  })
})
