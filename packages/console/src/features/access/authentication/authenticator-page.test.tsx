import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { builtIn, httpService, jwt } from '#features/access/authentication/testing/recorded-authenticators.ts'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const BUILT_IN = 'password_based:built_in_database'
const detail = (id: string, tab = '') => `/authentication/detail/${id}${tab === '' ? '' : `?tab=${tab}`}`

const chain: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  for (const body of [builtIn, jwt, httpService]) await ask('POST', '/authentication', body)
  await ask('POST', `/authentication/${BUILT_IN}/users`, { user_id: 'press', password: 'right' })
}

async function openSettings(id: string) {
  const app = await renderApp(detail(id, 'settings'), { arrange: chain })
  const review = within(await app.screen.findByRole('region', { name: 'Review changes' }))
  return { ...app, review }
}

async function stored({ broker }: RenderedApp, id: string): Promise<unknown> {
  return (await broker.ask('GET', `/authentication/${id}`)).body
}

describe('an authenticator', () => {
  it('says what it decided, in all and on each node', async () => {
    const { screen } = await renderApp(detail(BUILT_IN), {
      arrange: async (broker, network) => {
        await chain(broker, network)
        const { cluster } = broker.context
        await connectClient(cluster, { clientId: 'a', username: 'press', password: 'right' })
        const wrong = { clientId: 'b', username: 'press', password: 'wrong' }
        await connectClient(cluster, wrong).catch(() => undefined)
      },
    })
    const figures = within(await screen.findByRole('region', { name: 'Metrics' }))
    const figure = (label: string) => figures.getByText(label).closest('dl')?.querySelector('dd')?.textContent
    expect(figure('Asked')).toBe('2')
    expect(figure('Allowed')).toBe('1')
    expect(figure('Denied')).toBe('1')
    const table = screen.getByRole('table', { name: 'By node' })
    expect(within(table).getAllByText('Connected')).toHaveLength(2)
  })

  it('draws the rate of the last minute from one answer to the next', async () => {
    const { screen, user } = await renderApp(detail('jwt'), { arrange: chain })
    const figures = await screen.findByRole('region', { name: 'Metrics' })
    await user.click(screen.getByRole('switch', { name: /JWT/ }))
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(figures.querySelector('svg path')).not.toBeNull())
  })

  it('warns that another hash makes its users unusable', async () => {
    const app = await openSettings(BUILT_IN)
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^Hash/ }), 'bcrypt')
    expect(
      await app.review.findByText(
        /^Changing the password hash or the salt position makes existing data unusable/,
      ),
    ).toBeDefined()
    await app.user.click(app.review.getByRole('button', { name: /^Apply/ }))
    await waitFor(async () =>
      expect(await stored(app, BUILT_IN)).toMatchObject({
        enable: true,
        password_hash_algorithm: { name: 'bcrypt', salt_rounds: 10 },
      }),
    )
    expect(await app.screen.findByText('The authenticator was updated.')).toBeDefined()
  })

  it('asks for what another hash needs before the broker does', async () => {
    const app = await openSettings(BUILT_IN)
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^Hash/ }), 'pbkdf2')
    await app.user.click(app.review.getByRole('button', { name: /^Apply/ }))
    expect((await app.screen.findAllByText(/^Please enter$/)).length).toBeGreaterThan(0)
    expect(await stored(app, BUILT_IN)).not.toMatchObject({ password_hash_algorithm: { name: 'pbkdf2' } })
  })

  it('goes from a secret to a key server without leaving the secret behind', async () => {
    const app = await openSettings('jwt')
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^The keys are/ }), 'true')
    const endpoint = app.screen.getByRole('textbox', { name: /^JWKS endpoint/ })
    await app.user.type(endpoint, 'http://127.0.0.1:9/keys')
    await app.user.click(app.review.getByRole('button', { name: /^Apply/ }))
    const wanted = { use_jwks: true, endpoint: 'http://127.0.0.1:9/keys' }
    await waitFor(async () => expect(await stored(app, 'jwt')).toMatchObject(wanted))
    const after = await stored(app, 'jwt')
    expect(after).not.toHaveProperty('secret')
    expect(after).not.toHaveProperty('algorithm')
  })

  it('shows a refusal of the broker', async () => {
    const app = await openSettings('jwt')
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^Algorithm/ }), 'public-key')
    await app.user.type(app.screen.getByRole('textbox', { name: /^Public key/ }), 'nonsense')
    await app.user.click(app.review.getByRole('button', { name: /^Apply/ }))
    const alert = within(await app.screen.findByRole('alert'))
    expect(alert.getByText(/invalid_public_key/)).toBeDefined()
    const key = app.screen.getByRole('textbox', { name: /^Public key/ })
    expect(key).toHaveProperty('ariaInvalid', 'true')
    expect(await stored(app, 'jwt')).toMatchObject({ algorithm: 'hmac-based' })
  })

  it('is switched off and deleted from its page', async () => {
    const app = await renderApp(detail('jwt'), { arrange: chain })
    await app.user.click(await app.screen.findByRole('switch', { name: 'JWT enabled' }))
    await app.user.click(await app.screen.findByRole('button', { name: 'Disable' }))
    await waitFor(async () => expect(await stored(app, 'jwt')).toMatchObject({ enable: false }))
    await app.user.click(app.screen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    expect(dialog.queryByText(/built-in database are deleted/)).toBeNull()
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(app.path()).toBe('/authentication'))
    expect((await app.broker.ask('GET', '/authentication/jwt')).status).toBe(404)
  })

  it('is for a viewer to look at: not even the defaults can be filled in', async () => {
    const app = await renderApp(detail(BUILT_IN, 'settings'), {
      edition: 'enterprise',
      username: 'guest',
      arrange: async (broker, network) => {
        await chain(broker, network)
        const guest = { username: 'guest', password: 'Guest_1234', role: 'viewer', description: '' }
        await broker.ask('POST', '/users', guest)
      },
    })
    const toDefaults = await app.screen.findByRole('button', { name: 'Reset to defaults' })
    expect(toDefaults).toHaveProperty('ariaDisabled', 'true')
  })

  it('that is not there is said to be gone', async () => {
    const { screen } = await renderApp(detail('jwt'))
    expect(await screen.findByText('There is no such authenticator')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp(detail(BUILT_IN), { locale: 'zh', arrange: chain })
    expect(await screen.findByRole('tab', { name: '用户管理' })).toBeDefined()
    expect(await screen.findByRole('region', { name: '指标' })).toBeDefined()
  })
})
