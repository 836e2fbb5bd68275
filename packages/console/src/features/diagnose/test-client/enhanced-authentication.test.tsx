import { within } from '@testing-library/dom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cluster, edit, session } from '#features/diagnose/test-client/testing/drive-test-client.ts'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

const authenticator = (algorithm: 'sha256' | 'sha512') => ({
  mechanism: 'scram',
  backend: 'built_in_database',
  algorithm,
  iteration_count: 64,
})
const anna = { user_id: 'anna', password: 'secret' }

/** Opens the test client of a broker that has SCRAM and the user `anna`. */
const open = (algorithm: 'sha256' | 'sha512' = 'sha256') =>
  renderApp('/websocket', {
    arrange: async ({ ask }) => {
      await ask('POST', '/authentication', authenticator(algorithm))
      await ask('POST', '/authentication/scram:built_in_database/users', anna)
    },
  })

async function fill(app: RenderedApp, method: string, username = '', password = '') {
  const { user } = app
  const form = await edit(app)
  await user.selectOptions(await form.findByRole('combobox', { name: 'Authentication method' }), method)
  if (username !== '') await user.type(form.getByRole('textbox', { name: 'Username' }), username)
  if (password !== '') await user.type(form.getByLabelText('Password', { selector: 'input' }), password)
  return form
}

async function connect(app: RenderedApp, method: string, username: string, password: string) {
  const form = await fill(app, method, username, password)
  await app.user.click(form.getByRole('button', { name: 'Save' }))
  await app.user.click(await app.screen.findByRole('button', { name: 'Connect' }))
  return within(app.screen.getByRole('region', { name: 'Connection' }))
}

describe('enhanced authentication', () => {
  it.each([
    ['sha256', 'SCRAM-SHA-256'],
    ['sha512', 'SCRAM-SHA-512'],
  ] as const)(
    'lets in whoever proves with %s to know the password, which is never sent',
    async (algorithm, method) => {
      const app = await open(algorithm)
      const told = vi.fn()
      const { authentication } = app.broker.context
      cluster(app).setAccess({
        authenticate: (credentials) => {
          told(credentials.username, credentials.password)
          return authentication.authenticate(credentials)
        },
      })
      const panel = await connect(app, method, 'anna', 'secret')
      expect(await panel.findByRole('button', { name: 'Disconnect' })).toBeDefined()
      expect(panel.getByText(method)).toBeDefined()
      expect(session(app)).toMatchObject({ isConnected: true, username: 'anna' })
      expect(told).toHaveBeenCalledWith('anna', undefined)
      expect(told.mock.calls.flat()).not.toContainEqual(Buffer.from('secret'))
      expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secret')
    },
  )

  it.each([
    ['SCRAM-SHA-256', 'anna', 'wrong', /did not accept the proof of SCRAM-SHA-256/],
    ['SCRAM-SHA-256', 'nobody', 'secret', /refused the first message of SCRAM-SHA-256/],
    ['SCRAM-SHA-512', 'anna', 'secret', /refused the first message of SCRAM-SHA-512/],
  ])('says where %s of %s with %s has failed', async (method, username, password, words) => {
    const app = await open()
    const panel = await connect(app, method, username, password)
    expect(await panel.findByText(words)).toBeDefined()
    expect(panel.getByText(/refused the connection: .*0x87/)).toBeDefined()
    expect(panel.getByText('Disconnected')).toBeDefined()
    expect([...cluster(app).sessions()]).toEqual([])
  })

  it('says that the broker has no such method', async () => {
    const app = await renderApp('/websocket')
    const panel = await connect(app, 'SCRAM-SHA-256', 'anna', 'secret')
    expect(
      await panel.findByText(/refused the connection: Authentication method not supported.*0x8C/),
    ).toBeDefined()
  })

  it('needs a name and a password, and allows no control characters', async () => {
    const app = await open()
    const form = await fill(app, 'SCRAM-SHA-256')
    await app.user.click(form.getByRole('button', { name: 'Save' }))
    expect((await form.findAllByText('SCRAM needs a username')).length).toBeGreaterThan(0)
    expect(form.getAllByText('SCRAM needs a password').length).toBeGreaterThan(0)
    await app.user.type(form.getByRole('textbox', { name: 'Username' }), 'an\u200ena')
    expect((await form.findAllByText(/a character in it that SCRAM does not allow/)).length).toBeGreaterThan(
      0,
    )
  })

  it('asks for the password again once it is forgotten', async () => {
    const app = await open()
    const form = await fill(app, 'SCRAM-SHA-256', 'anna', 'secret')
    await app.user.click(form.getByRole('button', { name: 'Save' }))
    const { testClients } = await import('#features/diagnose/test-client/connection/test-clients.ts')
    const [connection] = testClients.get().connections
    connection?.configure(connection.facts.get().settings, undefined)
    await app.user.click(await app.screen.findByRole('button', { name: 'Connect' }))
    expect(await app.screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringMatching(/SCRAM needs the password.*never stored/),
    )
  })

  it('says on a page without HTTPS that browsers compute no hashes there', async () => {
    const whole = crypto
    onTestFinished(() => void vi.stubGlobal('crypto', whole))
    const app = await open()
    const filled = await fill(app, 'SCRAM-SHA-256', 'anna', 'secret')
    await app.user.click(filled.getByRole('button', { name: 'Save' }))
    vi.stubGlobal('crypto', { getRandomValues: whole.getRandomValues.bind(whole) })
    await app.user.click(await app.screen.findByRole('button', { name: 'Connect' }))
    const alert = await app.screen.findByRole('alert')
    expect(alert.textContent).toMatch(/SCRAM needs this page over HTTPS/)
    const form = await edit(app)
    expect((await form.findAllByText(/SCRAM needs this page over HTTPS/)).length).toBeGreaterThan(0)
    await app.user.click(form.getByRole('button', { name: 'Save' }))
    expect(app.screen.getByRole('dialog', { name: 'Connection settings' })).toBeDefined()
    expect([...cluster(app).sessions()]).toEqual([])
  })

  it('sends the name and the data of another method, and keeps the data out of the store', async () => {
    const app = await renderApp('/websocket')
    const asked = vi.fn()
    cluster(app).setAccess({
      authenticate: ({ method, data }) => {
        asked(method, data?.toString('hex'))
        return { kind: 'allow' }
      },
    })
    const { screen, user } = app
    const form = await fill(app, 'Another method')
    await user.type(await form.findByRole('textbox', { name: 'Name of the method' }), 'K-TOKEN')
    await user.selectOptions(form.getByRole('combobox', { name: 'Data are' }), 'Hexadecimal')
    const data = form.getByRole('textbox', { name: 'Authentication data' })
    await user.type(data, 'c0f')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect((await form.findAllByText(/Two hexadecimal digits/)).length).toBeGreaterThan(0)
    await user.type(data, 'fee')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Connect' }))
    await screen.findByRole('button', { name: 'Disconnect' })
    expect(asked).toHaveBeenCalledWith('K-TOKEN', 'c0ffee')
    const stored = JSON.stringify({ ...localStorage })
    expect(stored).toContain('K-TOKEN')
    expect(stored).not.toContain('c0ffee')
  })

  it('is not there in MQTT 3.1.1', async () => {
    const app = await open()
    const form = await fill(app, 'SCRAM-SHA-256', 'anna', 'secret')
    await app.user.selectOptions(form.getByRole('combobox', { name: 'Protocol version' }), 'MQTT 3.1.1')
    expect(form.queryByRole('combobox', { name: 'Authentication method' })).toBeNull()
    await app.user.click(form.getByRole('button', { name: 'Save' }))
    await app.user.click(await app.screen.findByRole('button', { name: 'Connect' }))
    expect((await app.screen.findAllByText(/refused the connection/)).length).toBeGreaterThan(0)
    expect(app.screen.queryByText('SCRAM-SHA-256')).toBeNull()
  })

  it('speaks Chinese', async () => {
    const app = await renderApp('/websocket', { locale: 'zh' })
    await app.user.click(await app.screen.findByRole('button', { name: '编辑连接' }))
    const form = within(await app.screen.findByRole('dialog', { name: '连接设置' }))
    expect(await form.findByRole('combobox', { name: '认证方法' })).toBeDefined()
  })
})
