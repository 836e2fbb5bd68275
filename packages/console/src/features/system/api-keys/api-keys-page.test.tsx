import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const year2100 = Date.UTC(2100, 0, 1) / 1000

const keys: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await context.apiKeys.create('grafana', {
    desc: 'dashboards',
    enable: true,
    role: 'viewer',
    expiredAt: year2100,
  })
  await context.apiKeys.create('old', { desc: '', enable: true, role: 'administrator', expiredAt: 1 })
}

async function choose({ screen, user }: RenderedApp, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

const enterprise = { edition: 'enterprise', arrange: keys } as const

describe('API keys', () => {
  it('shows whether a key is let in, and an expiry that has passed', async () => {
    const { screen } = await renderApp('/api-key', { arrange: keys })
    expect(await screen.findByText('grafana')).toBeDefined()
    expect(screen.getByText('Enabled')).toBeDefined()
    expect(screen.getByText('Expired')).toBeDefined()
    expect(screen.queryByRole('columnheader', { name: 'Role' })).toBeNull()
  })

  it('exports what the API says, not its words', async () => {
    const saved = savedFiles()
    const { screen, user } = await renderApp('/api-key', enterprise)
    await screen.findByText('grafana')
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'This page as JSON' }))
    expect(JSON.parse((await saved[0]?.content.text()) ?? '')).toMatchObject([
      { name: 'grafana', role: 'viewer', enable: true, expired: false },
      { name: 'old', role: 'administrator', enable: true, expired: true },
    ])
  })

  it('creates one, and shows its secret once, which is not closed by a slip', async () => {
    const { screen, user, broker } = await renderApp('/api-key')
    expect(await screen.findByText('No API keys')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Create API key' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }))
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await dialog.findAllByText('Name is required')).length).toBeGreaterThan(0)
    await user.click(dialog.getByLabelText('Name'))
    await user.paste('k'.repeat(257))
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await dialog.findAllByText('At most 256 characters')).length).toBeGreaterThan(0)
    expect(broker.context.apiKeys.list()).toEqual([])
    await user.clear(dialog.getByLabelText('Name'))
    await user.type(dialog.getByLabelText('Name'), 'ci-1')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    const secret = await screen.findByRole('dialog', { name: 'Store the secret now' })
    const shown = within(secret).getByText(/^[\w-]{43}$/).textContent ?? ''
    const [made] = broker.context.apiKeys.list()
    expect(broker.context.apiKeys.admit(made?.key ?? '', shown)?.name).toBe('ci-1')
    await user.keyboard('{Escape}')
    const asked = within(await screen.findByRole('dialog', { name: 'Close without the secret?' }))
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    await user.click(within(secret).getByRole('button', { name: 'I have stored the secret' }))
    await waitFor(() => expect(document.body.textContent).not.toContain(shown))
    expect(await screen.findByText('ci-1')).toBeDefined()
  })

  it('says at the field that a new key would have expired already, before the broker is asked', async () => {
    const { screen, user, network, broker } = await renderApp('/api-key')
    await user.click(await screen.findByRole('button', { name: 'Create API key' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }))
    await user.type(dialog.getByLabelText('Name'), 'late')
    await user.click(dialog.getByRole('switch', { name: 'Expires at: Never' }))
    const expiry = dialog.getByLabelText('Expires at')
    await user.clear(expiry)
    await user.type(expiry, '2020-01-02T03:04:05')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    const words = await dialog.findAllByText(/The selected time cannot be earlier than the current time/)
    expect(words.length).toBeGreaterThan(0)
    expect(network.asked.filter((one) => one.startsWith('POST'))).toEqual([])
    expect(broker.context.apiKeys.list()).toEqual([])
  })

  it('keeps role, expiry and note of a key that is disabled', async () => {
    const app = await renderApp('/api-key', enterprise)
    await choose(app, 'grafana', 'Disable…')
    const asked = within(await app.screen.findByRole('dialog', { name: 'Disable grafana?' }))
    await app.user.click(asked.getByRole('button', { name: 'Disable' }))
    expect(await app.screen.findByText(/grafana is disabled/)).toBeDefined()
    expect(app.broker.context.apiKeys.get('grafana')).toMatchObject({
      enable: false,
      role: 'viewer',
      expiredAt: year2100,
      desc: 'dashboards',
    })
  })

  it('sends all of a key when one thing of it is edited', async () => {
    const app = await renderApp('/api-key', enterprise)
    await choose(app, 'grafana', 'Edit')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Edit grafana' }))
    await app.user.type(dialog.getByLabelText('Note'), ' of the shop')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await app.screen.findByText('dashboards of the shop')).toBeDefined()
    expect(app.broker.context.apiKeys.get('grafana')).toMatchObject({ role: 'viewer', expiredAt: year2100 })
  })

  it('lets in no key again that somebody else has disabled meanwhile', async () => {
    const app = await renderApp('/api-key', enterprise)
    await choose(app, 'grafana', 'Edit')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Edit grafana' }))
    const theirs = { desc: 'dashboards', enable: false, role: 'viewer', expiredAt: year2100 } as const
    await app.broker.context.apiKeys.change('grafana', theirs)
    await app.user.type(dialog.getByLabelText('Note'), ' of the shop')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    await app.user.click(await dialog.findByRole('button', { name: 'Keep my changes on top' }))
    expect(app.broker.context.apiKeys.get('grafana')?.desc).toBe('dashboards')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await app.screen.findByText('dashboards of the shop')).toBeDefined()
    expect(app.broker.context.apiKeys.get('grafana')?.enable).toBe(false)
  })

  it('stays open while a key is made, since nobody can tell its secret again', async () => {
    const { screen, user, broker, network } = await renderApp('/api-key')
    await user.click(await screen.findByRole('button', { name: 'Create API key' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }))
    await user.type(dialog.getByLabelText('Name'), 'slow')
    let answer: (response: Response) => void = () => undefined
    network.answer(
      /\/api_key$/,
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const { body } = await broker.ask('POST', '/api_key', { name: 'slow', desc: '', enable: true })
    answer(Response.json(body))
    const secret = await screen.findByRole('dialog', { name: 'Store the secret now' })
    expect(within(secret).getByText(/^[\w-]{43}$/)).toBeDefined()
  })

  it('offers to disable a key instead of deleting it', async () => {
    const app = await renderApp('/api-key', enterprise)
    await choose(app, 'grafana', 'Delete…')
    const first = within(await app.screen.findByRole('dialog', { name: 'Confirm delete API key?' }))
    await app.user.click(first.getByRole('button', { name: 'Disable instead' }))
    expect(await app.screen.findByText('Disabled')).toBeDefined()
    await choose(app, 'grafana', 'Delete…')
    const second = within(await app.screen.findByRole('dialog', { name: 'Confirm delete API key?' }))
    await app.user.click(second.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(app.screen.queryByText('grafana')).toBeNull())
    expect(app.broker.context.apiKeys.get('grafana')).toBeUndefined()
  })

  it('shows the refusal of the broker', async () => {
    const app = await renderApp('/api-key', { arrange: keys })
    await app.user.click(await app.screen.findByRole('button', { name: 'Create API key' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Create API key' }))
    await app.user.type(dialog.getByLabelText('Name'), 'old')
    await app.user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(await dialog.findByText(/already existed/)).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/api-key', { locale: 'zh', ...enterprise })
    expect(await screen.findByRole('heading', { name: 'API 密钥' })).toBeDefined()
    expect(await screen.findByText('查看者')).toBeDefined()
    expect(await screen.findByText('已过期')).toBeDefined()
  })
})
