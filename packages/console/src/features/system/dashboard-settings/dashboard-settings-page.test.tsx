import { dashboardRoot } from '@brokerdeck/embedded-broker/config/roots/dashboard-root.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

/** The configuration that EMQX is delivered with: one listener, for HTTP. */
const delivered: RenderOptions = {
  config: { mode: 'cluster' },
  arrange: async ({ ask }) => {
    const http = { bind: '0.0.0.0:18083' }
    expect((await ask('PUT', '/configs/dashboard', { listeners: { http } })).status).toBe(200)
  },
}

async function open(tab: string, options: RenderOptions = {}) {
  const app = await renderApp(`/configs/dashboard${tab === '' ? '' : `?tab=${tab}`}`, options)
  const { screen, user } = app
  const type = async (label: string | RegExp, text: string) => {
    const box = await screen.findByRole('textbox', { name: label })
    await user.clear(box)
    await user.type(box, text)
  }
  const review = () => within(screen.getByRole('region', { name: /Review changes|查看更改/ }))
  const apply = () => user.click(review().getByRole('button', { name: /^Apply/ }))
  return { ...app, type, review, apply }
}

describe('dashboard access', () => {
  it('shortens sessions, says whose, and they really end', async () => {
    const now = { at: Date.now() }
    const app = await open('', { now: () => now.at })
    const { broker, screen, user, review, apply } = app
    const box = await screen.findByRole('textbox', { name: /^Session lifetime/ })
    await user.clear(box)
    await user.type(box, '5')
    expect(review().getByText(/every session at once, including yours/)).toBeDefined()
    await apply()
    expect(await screen.findByText('Changes are in effect')).toBeDefined()
    expect(broker.context.config.get(dashboardRoot).token_expired_time).toBe('5m')
    const token = broker.context.tokens.issue('admin')
    now.at += 6 * 60_000
    expect(broker.context.tokens.use(token)).toBe('expired')
  })

  it('lets pages of any other site ask the API, and says what that means', async () => {
    const { broker, screen, user, apply } = await open('', delivered)
    const cors = await screen.findByRole('switch', { name: /^Cross-origin requests/ })
    expect(cors.getAttribute('aria-checked')).toBe('false')
    expect(screen.getByText('Pages of any other site may ask the API, with a token')).toBeDefined()
    await user.click(cors)
    await apply()
    expect(await screen.findByText('Changes are in effect')).toBeDefined()
    expect(broker.context.config.get(dashboardRoot).cors).toBe(true)
    await user.click(screen.getByRole('switch', { name: /^Cross-origin requests/ }))
    await apply()
    await waitFor(() => expect(broker.context.config.get(dashboardRoot).cors).toBe(false))
  })

  it('keeps an address for the embedded broker, and says that it does not act', async () => {
    const { broker, type, review, apply, screen, user } = await open('http')
    await user.click(await screen.findByRole('switch', { name: /Off/ }))
    await type(/^Address/, '127.0.0.1:28083')
    expect(review().getByText(/The embedded broker stores this/)).toBeDefined()
    await apply()
    expect(await screen.findByText('Changes are in effect')).toBeDefined()
    expect(broker.context.config.get(dashboardRoot).listeners.http?.bind).toBe('127.0.0.1:28083')
  })

  it.each([
    ['browser', /address given with --broker/],
    ['hash', /connected through http:\/\/localhost/],
  ] as const)(
    'says on a cluster what a new address means for this very console (%s)',
    async (routing, words) => {
      const { user, screen, review } = await open('', delivered)
      const http = await screen.findByRole('tab', { name: 'HTTP' })
      document.head
        .querySelector('meta[name=brokerdeck]')
        ?.setAttribute('content', JSON.stringify({ mode: 'cluster', routing }))
      await user.click(http)
      const box = await screen.findByRole('textbox', { name: /^Address/ })
      await user.clear(box)
      await user.type(box, '28083')
      expect(review().getByText(words)).toBeDefined()
    },
  )

  it('warns before the last listener is switched off', async () => {
    const { user, screen, review } = await open('http', delivered)
    await screen.findByRole('textbox', { name: /^Address/ })
    await user.click(screen.getByRole('switch', { name: /Off/ }))
    expect(review().getByText(/nobody can reach the API, this console included/)).toBeDefined()
  })

  it('refuses at the field what is no address', async () => {
    const { broker, type, apply, screen } = await open('http', delivered)
    await type(/^Address/, '127.0.0.1:99999')
    await apply()
    expect((await screen.findAllByText(/port/i)).length).toBeGreaterThan(0)
    expect(JSON.stringify(broker.context.config.document('dashboard'))).not.toContain('99999')
  })

  it('switches HTTPS on with the certificate that the nodes have', async () => {
    const { broker, user, type, apply, screen } = await open('https')
    await user.click(await screen.findByRole('switch', { name: /Off/ }))
    await type(/^Address/, '18084')
    await apply()
    await waitFor(() =>
      expect(String(broker.context.config.get(dashboardRoot).listeners.https?.bind)).toContain('18084'),
    )
  })

  it('may only be looked at by a viewer', async () => {
    const { screen } = await open('', {
      edition: 'enterprise',
      username: 'guest',
      arrange: async ({ context }) =>
        void (await context.users.create('guest', 'Passw0rd-1', { description: '', role: 'viewer' })),
    })
    const box = await screen.findByRole('textbox', { name: /^Session lifetime/ })
    expect(box).toHaveProperty('readOnly', true)
  })

  it('speaks Chinese', async () => {
    const { screen } = await open('', { locale: 'zh' })
    expect(await screen.findByRole('heading', { level: 1, name: '控制台访问' })).toBeDefined()
    expect(await screen.findByRole('textbox', { name: /^会话有效期/ })).toBeDefined()
  })
})
