import { generateKeyPairSync } from 'node:crypto'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { builtIn } from '#features/access/authentication/testing/recorded-authenticators.ts'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const withBuiltIn: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/authentication', builtIn)
}

async function openForm(kind: string, options: RenderOptions = {}) {
  const [mechanism = ''] = kind.split(':')
  const app = await renderApp(`/authentication/create?mechanism=${mechanism}&kind=${kind}`, options)
  const review = within(await app.screen.findByRole('region', { name: 'Review changes' }))
  const create = () => app.user.click(review.getByRole('button', { name: 'Create authenticator' }))
  return { ...app, review, create }
}

async function stored({ broker }: RenderedApp, id: string): Promise<unknown> {
  return (await broker.ask('GET', `/authentication/${id}`)).body
}

describe('a new authenticator', () => {
  it('is made in three steps', async () => {
    const app = await renderApp('/authentication/create')
    const { screen, user } = app
    expect(await screen.findByRole('radio', { name: 'Password-Based' })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByRole('radio', { name: 'Built-in database' })).toHaveProperty('checked', true)
    // The focus tells users of screen readers which step they are on.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('2Data source'))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    expect(review.getByText(/From now on clients have to prove who they are/)).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: /^User ID type/ }), 'clientid')
    await user.click(review.getByRole('button', { name: 'Create authenticator' }))
    await waitFor(() => expect(app.path()).toBe('/authentication'))
    expect(await stored(app, 'password_based:built_in_database')).toMatchObject({
      user_id_type: 'clientid',
      password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
    })
  })

  it('cannot be one that is in the chain already, and needs no data source where there is none', async () => {
    const { screen, user } = await renderApp('/authentication/create', { arrange: withBuiltIn })
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    expect(await screen.findByRole('radio', { name: 'Built-in database' })).toHaveProperty('disabled', true)
    expect(screen.getByText('Already in the chain. Only one of each is allowed.')).toBeDefined()
    expect(screen.getByRole('radio', { name: 'MySQL' })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(await screen.findByRole('radio', { name: 'JWT' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByRole('combobox', { name: /^The keys are/ })).toBeDefined()
  })

  it('can be of another data source or mechanism after all', async () => {
    const { screen, user } = await openForm('password_based:redis')
    await user.click(screen.getByRole('button', { name: 'Data source' }))
    expect(await screen.findByRole('radio', { name: 'Redis' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Mechanism' }))
    expect(await screen.findByRole('radio', { name: 'SCRAM' })).toBeDefined()
  })

  it.each([
    ['gssapi:kerberos', 'Kerberos'],
    ['jwt', '—'],
  ])('names the data source in its steps where there is one: %s', async (kind, name) => {
    const { screen } = await openForm(kind, { edition: 'enterprise' })
    const [, step] = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(step?.textContent).toBe(`2Data source${name}`)
  })

  it('can be left at the first step', async () => {
    const app = await renderApp('/authentication/create')
    await app.user.click(await app.screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(app.path()).toBe('/authentication'))
  })

  it('checks whom it reaches once TLS is on, unless told otherwise', async () => {
    const app = await openForm('password_based:http')
    await app.user.click(app.screen.getByRole('switch', { name: 'TLS' }))
    expect(app.screen.getByRole('combobox', { name: /^Check the certificate/ })).toHaveProperty(
      'value',
      'verify_peer',
    )
    expect(app.screen.getByRole('textbox', { name: /^CA certificate/ })).toBeDefined()
    await app.user.selectOptions(
      app.screen.getByRole('combobox', { name: /^Check the certificate/ }),
      'verify_none',
    )
    expect(app.screen.queryByRole('textbox', { name: /^CA certificate/ })).toBeNull()
    await app.user.selectOptions(
      app.screen.getByRole('combobox', { name: /^Check the certificate/ }),
      'verify_peer',
    )
    await app.create()
    await waitFor(() => expect(app.path()).toBe('/authentication'))
    expect(await stored(app, 'password_based:http')).toMatchObject({
      ssl: { enable: true, verify: 'verify_peer' },
    })
  })

  it('is offered as far as the edition has it', async () => {
    const { screen } = await renderApp('/authentication/create')
    expect(await screen.findByRole('radio', { name: 'GSSAPI' })).toHaveProperty('disabled', true)
    expect(screen.getAllByText('EMQX Community does not have it.').length).toBeGreaterThan(0)
    expect(screen.getByRole('radio', { name: 'SCRAM' })).toHaveProperty('disabled', false)
  })

  it('of the enterprise edition looks at what clients say of themselves', async () => {
    const app = await openForm('cinfo', { edition: 'enterprise' })
    const { screen, user } = app
    await user.click(screen.getByRole('button', { name: 'Add check' }))
    await user.click(screen.getByRole('button', { name: /Add.*[Ee]xpression|Add$/ }))
    await user.click(screen.getByRole('textbox', { name: /Expression/ }))
    await user.paste("str_eq(username, 'blocked')")
    await user.selectOptions(screen.getByRole('combobox', { name: /^Then/ }), 'deny')
    await app.create()
    await waitFor(() => expect(app.path()).toBe('/authentication'))
    expect(await stored(app, 'cinfo')).toMatchObject({
      checks: [{ is_match: ["str_eq(username, 'blocked')"], result: 'deny' }],
    })
  })

  it('sends what the chosen hash has and nothing else', async () => {
    const app = await openForm('password_based:built_in_database')
    const { screen, user } = app
    await user.selectOptions(screen.getByRole('combobox', { name: /^Hash/ }), 'pbkdf2')
    expect(screen.queryByRole('combobox', { name: /^Salt/ })).toBeNull()
    const iterations = screen.getByRole('textbox', { name: /^Iterations/ })
    await user.clear(iterations)
    await user.type(iterations, '1000')
    await app.create()
    await waitFor(() => expect(app.path()).toBe('/authentication'))
    expect(await stored(app, 'password_based:built_in_database')).toMatchObject({
      password_hash_algorithm: { name: 'pbkdf2', mac_fun: 'sha256', iterations: 1000 },
    })
  })

  it('of plain passwords has no salt', async () => {
    const app = await openForm('password_based:built_in_database')
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^Hash/ }), 'plain')
    await app.create()
    await waitFor(() => expect(app.path()).toBe('/authentication'))
    expect(await stored(app, 'password_based:built_in_database')).toMatchObject({
      password_hash_algorithm: { name: 'plain', salt_position: 'disable' },
    })
  })

  it('of tokens needs a secret, and keeps it from view', async () => {
    const app = await openForm('jwt')
    await app.create()
    expect((await app.screen.findAllByText(/Secret is required/)).length).toBeGreaterThan(0)
    await app.user.type(app.screen.getByLabelText('Secret', { selector: 'input' }), 'hush-hush')
    expect(app.review.queryByText(/hush-hush/)).toBeNull()
    await app.create()
    await waitFor(() => expect(app.path()).toBe('/authentication'))
    expect(await stored(app, 'jwt')).toMatchObject({
      algorithm: 'hmac-based',
      from: 'password',
      use_jwks: false,
    })
  })

  it.each([
    [
      1024,
      'This RSA key has 1024 bits. Whoever breaks it can sign tokens of any client. Use 2048 bits or more.',
    ],
    [2048, undefined],
  ])(
    'of tokens warns of an RSA key of %s bits where it is dangerous, and is made all the same',
    async (bits, caution) => {
      const app = await openForm('jwt')
      await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^Algorithm/ }), 'public-key')
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
      const field = app.screen.getByRole('textbox', { name: /^Public key/ })
      await app.user.click(field)
      await app.user.paste(String(publicKey.export({ type: 'spki', format: 'pem' })))
      await waitFor(() => expect(app.screen.queryByText(/^This RSA key/)?.textContent).toBe(caution))
      await app.create()
      await waitFor(() => expect(app.path()).toBe('/authentication'))
      expect(await stored(app, 'jwt')).toMatchObject({ algorithm: 'public-key' })
    },
  )

  it.each([
    [
      'en',
      /iat is never checked/,
      /kid, use and alg are ignored, and RSA keys of 1024 bits/,
      /Below 2048 bits they can be broken/,
    ],
    ['zh', /iat 从不检查/, /kid、use 和 alg 会被忽略，1024 位的 RSA 密钥/, /低于 2048 位的密钥可被破解/],
  ] as const)(
    'of tokens says what the broker accepts without looking (%s)',
    async (locale, iat, kid, rsa) => {
      const { screen, user } = await renderApp('/authentication/create?mechanism=jwt&kind=jwt', { locale })
      expect(await screen.findByText(iat)).toBeDefined()
      const [, keys, algorithm] = screen.getAllByRole('combobox')
      if (keys === undefined || algorithm === undefined) throw new Error('no choice of keys')
      await user.selectOptions(algorithm, 'public-key')
      expect(await screen.findByText(rsa)).toBeDefined()
      await user.selectOptions(keys, 'true')
      expect(await screen.findByText(kid)).toBeDefined()
    },
  )

  it('with sentinels asks for them instead of a server', async () => {
    const app = await openForm('password_based:redis')
    const { screen, user } = app
    await user.selectOptions(screen.getByRole('combobox', { name: /^Redis mode/ }), 'sentinel')
    expect(screen.queryByRole('textbox', { name: /^Server$/ })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: /^Servers/ }), '127.0.0.1:1, 127.0.0.1:2')
    await user.type(screen.getByRole('textbox', { name: /^Sentinel name/ }), 'mymaster')
    const command = app.review.getByText(/^curl -X POST/).textContent
    expect(command).toContain('"servers": "127.0.0.1:1, 127.0.0.1:2"')
    expect(command).not.toContain('"server":')
  })

  it('shows a refusal of the broker', async () => {
    const app = await openForm('password_based:built_in_database')
    await withBuiltIn(app.broker, app.network)
    await app.create()
    expect((await app.screen.findAllByText(/already/i)).length).toBeGreaterThan(0)
    expect(app.path()).toMatch(/^\/authentication\/create/)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/authentication/create', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '创建认证器' })).toBeDefined()
    expect(await screen.findByRole('radio', { name: '密码认证' })).toBeDefined()
  })
})
