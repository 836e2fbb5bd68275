import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

interface Comer {
  /** The details that this tab stored when it left for the provider. */
  readonly departure?: { readonly to: string; readonly isKept: boolean }
  readonly username?: string
  readonly address?: (meta: string) => string
  readonly locale?: 'en' | 'zh'
}

/** Opens the console with the redirect from an identity provider, in the form that EMQX 5.8.9 sends. */
async function comeBack({ departure, username = 'ada', address, locale = 'en' }: Comer) {
  const addressOf = address ?? ((meta: string) => `/?login_meta=${meta}`)
  const holder = { token: '' }
  const path = () => {
    const meta = {
      username,
      role: 'administrator',
      token: holder.token,
      version: '5.8.9',
      license: { edition: 'ee' },
      backend: 'oidc',
    }
    const bytes = new TextEncoder().encode(JSON.stringify(meta))
    return addressOf(btoa(String.fromCharCode(...bytes)))
  }
  const app = await renderApp(path, {
    edition: 'enterprise',
    isSignedIn: false,
    locale,
    arrange: ({ context }) => {
      holder.token = context.tokens.issue('admin')
      if (departure) sessionStorage.setItem('ssoReturn', JSON.stringify({ backend: 'oidc', ...departure }))
    },
  })
  return { ...app, token: holder.token }
}

describe('the way back from an identity provider', () => {
  it.each([
    ['in the query', (meta: string) => `/?login_meta=${meta}`],
    ['in the fragment', (meta: string) => `/#/?login_meta=${meta}`],
    ['beside something else', (meta: string) => `/?lang=en&login_meta=${meta}&x=1`],
  ])(
    'signs in with what is %s, takes it out of the address and goes on to the wanted page',
    async (_where, address) => {
      const { screen, path, token } = await comeBack({
        departure: { to: '/dashboard/metrics?node=all', isKept: false },
        username: '阿达~?>',
        address,
      })
      await screen.findByRole('button', { name: 'User 阿达~?>' })
      expect(path()).toBe('/dashboard/metrics?node=all')
      expect(location.href).not.toContain('login_meta')
      expect(JSON.parse(sessionStorage.getItem('session') ?? '{}')).toMatchObject({
        token,
        backend: 'oidc',
        edition: 'ee',
        role: 'administrator',
      })
      expect([localStorage.getItem('session'), sessionStorage.getItem('ssoReturn')]).toEqual([null, null])
    },
  )

  it('keeps the session where that was chosen before', async () => {
    const { screen } = await comeBack({ departure: { to: '/clients', isKept: true } })
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(localStorage.getItem('session')).toContain('oidc')
  })

  it('asks first where this tab has not left for one: a link must not sign anybody in', async () => {
    const { screen, user, path } = await comeBack({})
    await screen.findByRole('heading', { name: 'Continue as ada?' })
    expect(location.href).not.toContain('login_meta')
    expect(sessionStorage.getItem('session')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Continue as ada' }))
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(path()).toBe('/dashboard/overview')
  })

  it('shows the login to whoever does not want it, in Chinese too', async () => {
    const { screen, user } = await comeBack({ locale: 'zh' })
    await screen.findByRole('heading', { name: '以 ada 的身份继续？' })
    await user.click(screen.getByRole('button', { name: '使用其他方式登录' }))
    expect(screen.getByLabelText('用户名')).toBeDefined()
  })

  it.each(['', 'nonsense', '%zz', 'e30=', btoa('{"token":"x"}')])('shows the login for %j', async (meta) => {
    const { screen } = await comeBack({
      departure: { to: '/clients', isKept: false },
      address: () => `/?login_meta=${meta}`,
    })
    await screen.findByLabelText('Username')
    expect(location.href).not.toContain('login_meta')
  })
})

describe('the way back of a sign-in that the broker has refused', () => {
  it.each([
    ['en', 'denied', 'Login with OIDC failed', /^The identity provider refused the login\./],
    ['en', 'expired', 'Login with OIDC failed', /^The broker no longer expects this login: it took too long/],
    ['en', 'rejected', 'Login with OIDC failed', /^The broker refused the identity provider's answer\./],
    ['en', 'switched-off', 'Login with OIDC failed', /^Single Sign-On with this provider is switched off\./],
    ['en', 'provider', 'Login with OIDC failed', /^The broker could not read the provider's configuration\./],
    ['en', 'broker', 'Login with OIDC failed', /^The broker failed to answer/],
    ['en', 'Call%20555', 'Login with OIDC failed', /^The broker refused the identity provider's answer\./],
    ['zh', 'denied', '通过 OIDC 登录失败', /^身份提供商拒绝了登录。/],
    ['zh', 'expired', '通过 OIDC 登录失败', /^Broker 已不再等待此次登录/],
  ] as const)('says in %s that it was %s', async (locale, cause, title, hint) => {
    const { screen, path } = await renderApp(`/login?sso_refused=oidc&sso_cause=${cause}`, {
      edition: 'enterprise',
      isSignedIn: false,
      locale,
    })
    const heading = await screen.findByText(title)
    expect(heading.nextElementSibling?.textContent).toMatch(hint)
    expect(path()).toBe('/login')
  })

  it.each([
    ['en', 'oidc', 'Login with OIDC failed', /The broker refused the identity provider's answer/],
    ['zh', 'saml', '通过 SAML 2.0 登录失败', /Broker 拒绝了身份提供商的应答/],
  ] as const)('says so on the login page, in %s, and still leads to the wanted page', async (...given) => {
    const [locale, backend, title, hint] = given
    const { screen, user, path } = await renderApp(`/login?sso_refused=${backend}`, {
      edition: 'enterprise',
      isSignedIn: false,
      locale,
      arrange: () => {
        sessionStorage.setItem('ssoReturn', JSON.stringify({ backend, to: '/clients', isKept: false }))
      },
    })
    const alert = (await screen.findByText(title)).closest('[role=alert]')
    expect(alert?.textContent).toMatch(hint)
    expect(path()).toBe('/login?to=%2Fclients')
    expect(sessionStorage.getItem('ssoReturn')).toBeNull()
    await user.type(screen.getByLabelText(locale === 'en' ? 'Username' : '用户名'), 'admin')
    await user.type(screen.getByLabelText(locale === 'en' ? 'Password' : '密码'), 'public')
    await user.click(screen.getByRole('button', { name: locale === 'en' ? 'Log in' : '登录' }))
    await user.click(
      await screen.findByRole('button', { name: locale === 'en' ? 'Skip for now' : '暂时跳过' }),
    )
    await screen.findByRole('navigation', { name: locale === 'en' ? 'Main menu' : '主菜单' })
    expect(path()).toMatch(/^\/clients/)
  })

  it('takes no words from the address', async () => {
    const { screen, path } = await renderApp('/login?sso_refused=Call%20555', { isSignedIn: false })
    await screen.findByLabelText('Username')
    expect([screen.queryByRole('alert')?.textContent ?? '', path()]).toEqual(['', '/login'])
  })
})
