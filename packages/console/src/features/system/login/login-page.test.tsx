import { startDatabase, testWith } from '@brokerdeck/embedded-broker/testing/database-servers.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const credentials = { username: 'operator', password: 'Passw0rd-1' }

const people = `dn: dc=emqx,dc=io
objectClass: dcObject
objectClass: organization
dc: emqx
o: emqx

dn: uid=ada,dc=emqx,dc=io
objectClass: mqttUser
uid: ada
userPassword: lovelace
`

async function openLogin(path = '/login', options: Parameters<typeof renderApp>[1] = {}) {
  const app = await renderApp(path, {
    isSignedIn: false,
    arrange: async ({ context }) =>
      void (await context.users.create(credentials.username, credentials.password, {
        description: '',
        role: 'viewer',
      })),
    ...options,
  })
  await app.screen.findByRole('heading', { name: 'Log in to Brokerdeck' })
  const submit = async (username: string, password: string) => {
    const nameInput = app.screen.getByLabelText('Username')
    const passwordInput = app.screen.getByLabelText('Password')
    await app.user.clear(nameInput)
    await app.user.clear(passwordInput)
    if (username) await app.user.type(nameInput, username)
    if (password) await app.user.type(passwordInput, password)
    await app.user.click(app.screen.getByRole('button', { name: 'Log in' }))
  }
  return { ...app, submit }
}

describe('login', () => {
  it('asks for both fields', async () => {
    const { screen, submit, network } = await openLogin()
    await submit('', '')
    expect(await screen.findByText('Username is required')).toBeDefined()
    expect(screen.getByText('Password is required')).toBeDefined()
    expect(network.asked.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('tells a wrong password, and signs in with the right one to the wanted place', async () => {
    const { screen, submit, path } = await openLogin('/dashboard/metrics?node=all')
    expect(path()).toBe(`/login?to=${encodeURIComponent('/dashboard/metrics?node=all')}`)
    await submit(credentials.username, 'wrong')
    expect(await screen.findByText('Incorrect username or password')).toBeDefined()
    await submit(credentials.username, credentials.password)
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeDefined()
    expect(path()).toBe('/dashboard/metrics?node=all')
    expect(localStorage.getItem('edition')).toBe('ce')
    expect(JSON.stringify({ ...localStorage })).not.toContain(
      JSON.parse(sessionStorage.getItem('session') ?? '{}').token,
    )
  })

  it.each([
    ['the server is gone', undefined, 'Network Error'],
    ['the broker cannot be reached', { status: 502, code: 'UPSTREAM_UNREACHABLE' }, 'Network Error'],
    [
      'the certificate is refused',
      { status: 502, code: 'UPSTREAM_TLS' },
      "The broker's certificate was refused",
    ],
    ['the broker is too slow', { status: 504, code: 'UPSTREAM_TIMEOUT' }, 'No answer in time'],
    ['there were too many attempts', { status: 429, code: 'TOO_MANY_ATTEMPTS' }, 'Too many attempts'],
  ])('says when %s', async (_case, answer, words) => {
    const { screen, submit, network } = await openLogin()
    if (answer === undefined) network.cut(true)
    else {
      const body = JSON.stringify({ code: answer.code, message: 'said by the server' })
      network.answer(/login$/, () => new Response(body, { status: answer.status }))
    }
    await submit(credentials.username, credentials.password)
    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
  })

  it.each([
    ['en', 'The server did not check this attempt. Try again in 8 seconds.'],
    ['zh', '服务器未校验本次请求，请在 8 秒后重试。'],
  ] as const)('says when another attempt counts, in %s', async (locale, words) => {
    const { screen, user, network } = await renderApp('/login', { isSignedIn: false, locale })
    const body = JSON.stringify({ code: 'TOO_MANY_ATTEMPTS', message: 'said by the server' })
    network.answer(/login$/, () => new Response(body, { status: 429, headers: { 'retry-after': '8' } }))
    await user.type(await screen.findByLabelText(locale === 'en' ? 'Username' : '用户名'), 'admin')
    await user.type(screen.getByLabelText(locale === 'en' ? 'Password' : '密码'), 'public')
    await user.click(screen.getByRole('button', { name: locale === 'en' ? 'Log in' : '登录' }))
    const alert = await screen.findByText(words)
    expect(alert.closest('[role=alert]')).not.toBeNull()
    expect(screen.queryByText('Incorrect username or password')).toBeNull()
  })

  it('is told to wait by a broker that is busy with wrong attempts, and gets in afterwards', async () => {
    const { screen, submit, broker } = await openLogin()
    const finish: ((isRight: boolean) => void)[] = []
    const isRight = new Promise<boolean>((resolve) => finish.push(resolve))
    const guesses = Array.from({ length: 5 }, () =>
      broker.context.loginThrottle.attempt(credentials.username, '127.0.0.1', () => isRight),
    )
    await submit(credentials.username, credentials.password)
    expect(await screen.findByText(/The server did not check this attempt/)).toBeDefined()
    for (const one of finish) one(false)
    await Promise.all(guesses)
    await submit(credentials.username, credentials.password)
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeDefined()
  })

  it('never leaves the application after the login', async () => {
    const { screen, submit, path } = await openLogin('/login?to=//evil.example/x')
    await submit(credentials.username, credentials.password)
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(path()).toBe('/dashboard/overview')
  })

  it('says how to set a forgotten password of a real cluster', async () => {
    const { screen, user } = await openLogin('/login', { config: { mode: 'cluster' } })
    await user.click(screen.getByText('Forgot the password?'))
    expect(screen.getByText(/emqx ctl admins passwd admin/)).toBeDefined()
  })

  it('has the default password changed and signs in with the new one', async () => {
    const { screen, submit, user, broker } = await openLogin()
    await submit('admin', 'public')
    await screen.findByRole('heading', { name: 'Change the default password' })
    const change = async (next: string, repeated: string) => {
      for (const [label, value] of [
        ['New password', next],
        ['Confirm password', repeated],
      ] as const) {
        await user.clear(screen.getByLabelText(label))
        await user.type(screen.getByLabelText(label), value)
      }
      await user.click(screen.getByRole('button', { name: 'Change password and log in' }))
    }
    await change('public', 'other')
    expect(await screen.findByText('The new and old passwords cannot be the same')).toBeDefined()
    expect(screen.getByText("Two inputs don't match!")).toBeDefined()
    await change('onlyletters', 'onlyletters')
    expect(
      await screen.findByText(
        '8 to 64 printable characters, mixing at least two of digits, letters, other symbols',
      ),
    ).toBeDefined()
    await change('Better-than-public-1', 'Better-than-public-1')
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeDefined()
    expect(await broker.context.users.matches('admin', 'Better-than-public-1')).toBe(true)
  })

  it('lets the operator skip the change of the default password', async () => {
    const { screen, submit, user, broker } = await openLogin()
    await submit('admin', 'public')
    await user.click(await screen.findByRole('button', { name: 'Skip for now' }))
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeDefined()
    expect(await broker.context.users.matches('admin', 'public')).toBe(true)
  })

  it('offers the ways to log in that run, and says why one cannot be used', async () => {
    const oidc = { backend: 'oidc', enable: true, issuer: 'http://127.0.0.1:1', clientid: 'c', secret: 's' }
    const { screen, user } = await openLogin('/clients', {
      edition: 'enterprise',
      arrange: async ({ ask }) => void (await ask('PUT', '/sso/oidc', oidc)),
    })
    const others = within(await screen.findByRole('region', { name: 'Other ways to log in' }))
    expect(others.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Log in with OIDC'])
    await user.click(others.getByRole('button', { name: 'Log in with OIDC' }))
    expect(await others.findByText('The identity provider is not ready')).toBeDefined()
    expect(sessionStorage.getItem('ssoReturn')).toBeNull()
  })

  it('leaves for the provider by a form, and remembers where to go on', async () => {
    const sent: { action: string; fields: object }[] = []
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
      this: HTMLFormElement,
    ) {
      sent.push({ action: this.action, fields: Object.fromEntries(new FormData(this)) })
    })
    onTestFinished(() => submit.mockRestore())
    const { screen, user } = await openLogin('/clients?page=2', {
      edition: 'enterprise',
      arrange: (_broker, network) => {
        network.answer(/sso\/running$/, () => new Response('["saml"]'))
        const redirect = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })
        network.answer(/sso\/login\/saml$/, () => redirect)
      },
    })
    await user.click(screen.getByRole('checkbox', { name: 'Keep me signed in on this device' }))
    await user.click(await screen.findByRole('button', { name: 'Log in with SAML 2.0' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { action: expect.stringMatching(/\/api\/v5\/sso\/login\/saml$/), fields: { backend: 'saml' } },
      ]),
    )
    const departure = { backend: 'saml', to: '/clients?page=2', isKept: true }
    expect(JSON.parse(sessionStorage.getItem('ssoReturn') ?? '{}')).toEqual(departure)
  })

  testWith('ldap')('logs in with what a directory knows, and out again', async () => {
    const directory = await startDatabase('ldap', people)
    const settings = {
      backend: 'ldap',
      enable: true,
      server: directory.server,
      base_dn: 'dc=emqx,dc=io',
      username: 'cn=root,dc=emqx,dc=io',
      password: 'public',
      filter: `(uid=\${username})`,
    }
    const { screen, user, path, broker, network } = await openLogin('/clients', {
      edition: 'enterprise',
      arrange: async ({ ask }) => void (await ask('PUT', '/sso/ldap', settings)),
    })
    await user.click(await screen.findByRole('button', { name: 'Log in with LDAP' }))
    const logIn = async (password: string) => {
      await user.clear(screen.getByLabelText('LDAP username'))
      await user.type(screen.getByLabelText('LDAP username'), 'ada')
      await user.clear(screen.getByLabelText('Password'))
      await user.type(screen.getByLabelText('Password'), password)
      await user.click(screen.getByRole('button', { name: 'Log in' }))
    }
    await logIn('wrong')
    expect(await screen.findByText('Incorrect username or password')).toBeDefined()
    await logIn('lovelace')
    await user.click(await screen.findByRole('button', { name: 'User ada' }))
    expect(path()).toBe('/clients')
    expect(broker.context.users.list()).toContainEqual(
      expect.objectContaining({ username: 'ada', backend: 'ldap', role: 'viewer' }),
    )
    const password = await screen.findByRole('menuitem', { name: /Change password/ })
    expect(password.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await screen.findByText('Logged out')
    expect(network.asked).toContain('POST /api/v5/logout?backend=ldap')
  })

  it('speaks Chinese', async () => {
    const { screen, user } = await renderApp('/login', { isSignedIn: false, locale: 'zh' })
    await user.click(await screen.findByRole('button', { name: '登录' }))
    expect(screen.getByText('请输入用户名')).toBeDefined()
    expect(screen.getByText('请输入密码')).toBeDefined()
    expect(document.documentElement.lang).toBe('zh-CN')
  })
})
