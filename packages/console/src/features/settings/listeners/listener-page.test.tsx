import { selfSigned } from '@brokerdeck/embedded-broker/certificates/self-signed.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const withClient: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await connectClient(context.cluster, { clientId: 'plc' })
}

async function open(id: string, options: RenderOptions = {}) {
  const app = await renderApp(`/listener/${id}`, options)
  const review = within(await app.screen.findByRole('region', { name: 'Review changes' }))
  return { ...app, review }
}

async function retype({ user, screen }: RenderedApp, name: RegExp, text: string) {
  const box = screen.getByRole('textbox', { name })
  await user.clear(box)
  await user.type(box, text)
}

describe('a listener', () => {
  it('is changed while its clients stay, and says so before', async () => {
    const app = await open('tcp:default', { arrange: withClient })
    const before = app.broker.context.listeners.find('tcp:default')
    await app.user.click(app.screen.getByRole('switch', { name: /^Max connections/ }))
    await retype(app, /^Max connections/, '500')
    expect(await app.review.findByText(/^The one connected client keeps its connection;/)).toBeDefined()
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    expect(await app.screen.findByText('The listener was updated.')).toBeDefined()
    expect(app.broker.context.listeners.find('tcp:default')).toEqual({ ...before, max_connections: 500 })
    expect(app.broker.context.cluster.session('plc')?.isConnected).toBe(true)
  })

  it('is moved to another address after a warning that counts the clients', async () => {
    const app = await open('tcp:default', { arrange: withClient })
    await retype(app, /^Bind/, '11999')
    expect(await app.review.findByText(/updating it disconnects its one client/)).toBeDefined()
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    await app.user.click(await app.screen.findByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(app.broker.context.listeners.find('tcp:default')?.bind).toBe(':11999'))
    expect(app.broker.context.cluster.session('plc')).toBeUndefined()
  })

  it('of WebSocket takes its clients along to another address, and says so', async () => {
    const app = await open('ws:default', {
      arrange: async ({ context }) => {
        await connectClient(context.cluster, { clientId: 'browser', peer: { listener: 'ws:default' } })
      },
    })
    await retype(app, /^Bind/, '11998')
    expect(await app.review.findByText(/Its one WebSocket client stays connected/)).toBeDefined()
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(app.broker.context.listeners.find('ws:default')?.bind).toBe(':11998'))
    expect(app.broker.context.cluster.session('browser')?.isConnected).toBe(true)
  })

  it('shows at its field what the broker would refuse', async () => {
    const app = await open('tcp:default')
    await retype(app, /^Rule 1/, 'maybe all')
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    expect(
      await app.screen.findByRole('button', { name: /^Access rules, row 1: Please enter allow/ }),
    ).toBeDefined()
    expect(app.broker.context.listeners.find('tcp:default')?.access_rules).toEqual(['allow all'])
  })

  it('shows what its type has, everything else under Advanced', async () => {
    const { screen, user } = await open('wss:default')
    for (const name of ['Listener', 'TLS', 'WebSocket', 'Limits', 'Who may connect', 'TCP']) {
      expect(screen.getByRole('region', { name })).toBeDefined()
    }
    const tls = within(screen.getByRole('region', { name: 'TLS' }))
    await user.click(tls.getByText('Advanced'))
    expect(await tls.findByRole('textbox', { name: /^Handshake timeout/ })).toHaveProperty('value', '15')
    expect(screen.getByText('Disabled')).toBeDefined()
  })

  it('can be deleted from its page', async () => {
    const app = await open('ws:default')
    await app.user.click(await app.screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.type(dialog.getByRole('textbox', { name: 'Type ws:default to confirm' }), 'ws:default')
    await app.user.click(await dialog.findByRole('button', { name: 'Delete', busy: false }))
    await waitFor(() => expect(app.path()).toBe('/listener'))
    expect(app.broker.context.listeners.find('ws:default')).toBeUndefined()
  })

  it('asks at once while its clients are counted, and can be left alone', async () => {
    const app = await open('ws:default')
    const release = app.network.hold(/^GET .*\/listeners$/)
    await app.user.click(await app.screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    dialog.getByText('Asking the broker what it would do …')
    await app.user.type(
      dialog.getByRole('textbox', { name: 'Type ws:default to confirm' }),
      'ws:default{Enter}',
    )
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(app.screen.queryByRole('dialog')).toBeNull())
    release()
    expect(app.path()).toBe('/listener/ws:default')
    expect(app.broker.context.listeners.find('ws:default')).toBeDefined()
  })

  it('with a key passphrase keeps it, and promises nothing about what the broker shows', async () => {
    const app = await renderApp('/listener/ssl:sealed', {
      arrange: async ({ ask }) => {
        const { cert, key } = selfSigned('plant.example', ['plant.example'], [], Date.now())
        const ssl_options = { certfile: cert, keyfile: key, password: 'night' }
        const body = { type: 'ssl', name: 'sealed', bind: '28884', ssl_options }
        expect(await ask('POST', '/listeners', body)).toMatchObject({ status: 200 })
      },
    })
    const passphrase = await app.screen.findByPlaceholderText('Stored value kept; not shown here')
    expect(passphrase.getAttribute('aria-label')).toBe('Key passphrase')
    expect(app.screen.queryByText(/never shows/)).toBeNull()
    expect(document.body.innerHTML).not.toContain('night')
  })

  it('that is not there is said to be gone', async () => {
    const { screen } = await renderApp('/listener/tcp:nope')
    expect(await screen.findByText('There is no such listener')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/listener/tcp:default', { locale: 'zh' })
    expect(await screen.findByRole('region', { name: '允许谁连接' })).toBeDefined()
    expect(await screen.findByText('运行中')).toBeDefined()
  })
})
