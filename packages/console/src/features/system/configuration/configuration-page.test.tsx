import { waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

describe('configuration', () => {
  it('shows the text with its secrets masked, by part, and finds words in it', async () => {
    const { screen, user, path } = await renderApp('/configuration')
    const text = await screen.findByRole('region', { name: 'Configuration in HOCON' })
    expect(text.textContent).toContain('default_password = "******"')
    expect(text.textContent).not.toContain('public')
    await user.type(screen.getByRole('searchbox', { name: 'Search in the text' }), 'SIZE_limit')
    expect(await screen.findByText('1 of 1')).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Part'), 'alarm')
    expect(path()).toBe('/configuration?key=alarm')
    await waitFor(() => expect(text.textContent).not.toContain('default_password'))
    expect(text.textContent).toContain('validity_period = "24h"')
  })

  it('shows and saves secrets only after asking', async () => {
    const saved = savedFiles()
    const { screen, user } = await renderApp('/configuration?key=dashboard')
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    expect(saved.map(({ name }) => name)).toEqual(['configuration-dashboard.hocon'])
    expect(await saved[0]?.content.text()).toContain('default_password = "******"')
    await user.click(screen.getByRole('button', { name: 'Show secrets' }))
    await user.click(await screen.findByRole('button', { name: 'Show' }))
    expect(await screen.findByText(/default_password = public/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await user.click(await screen.findByRole('button', { name: 'Download in clear' }))
    await waitFor(() => expect(saved.at(-1)?.name).toBe('configuration-dashboard-with-secrets.hocon'))
  })

  it('keeps secrets from viewers, also where a broker sends them', async () => {
    const { screen, user } = await renderApp('/configuration?key=dashboard', {
      edition: 'enterprise',
      username: 'val',
      arrange: async ({ context }, network) => {
        await context.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
        network.answer(/\/configs$/, () => new Response('dashboard { default_password = "public" }'))
      },
    })
    const button = await screen.findByRole('button', { name: 'Show secrets' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe('Only administrators can see secrets.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.textContent).not.toContain('public')
  })

  it('says what an import changes, asks, and changes it', async () => {
    const { broker, screen, user } = await renderApp('/configuration?tab=import')
    await user.click(await screen.findByRole('textbox', { name: 'HOCON to import' }))
    await user.paste('alarm { size_limit = 500 }\ndashboard.default_password = better\nnode.name = x')
    expect(await screen.findByText('alarm.size_limit')).toBeDefined()
    expect(screen.getByText(/Left out: node/)).toBeDefined()
    expect(screen.getByText('dashboard.default_password').closest('div')?.textContent).not.toContain('better')
    await user.click(screen.getByRole('button', { name: 'Apply 2 changes' }))
    await user.click(await screen.findByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('The configuration has been changed')).toBeDefined()
    const { config } = broker.context
    expect(config.document('alarm')).toMatchObject({ size_limit: 500, validity_period: '24h' })
    expect(config.document('dashboard')).toMatchObject({ default_password: 'better' })
  })

  it('leads to the line that cannot be read, or that the broker refuses', async () => {
    const { broker, screen, user } = await renderApp('/configuration?tab=import')
    const editor = await screen.findByRole('textbox', { name: 'HOCON to import' })
    await user.click(editor)
    await user.paste('alarm {\n  size_limit = "\n}')
    await user.click(await screen.findByRole('button', { name: 'Go to line 2' }))
    expect(editor).toMatchObject({ selectionStart: 8, selectionEnd: 24 })
    await user.clear(editor)
    await user.paste('mqtt.max_inflight = 7\nalarm.size_limit = 0')
    await user.click(await screen.findByRole('button', { name: 'Apply 2 changes' }))
    await user.click(await screen.findByRole('button', { name: 'Apply' }))
    expect(await screen.findByText(/The broker refuses this text/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Go to line 2' }))
    expect(editor).toMatchObject({ selectionStart: 22 })
    expect(broker.context.config.document('mqtt')).toMatchObject({ max_inflight: 32 })
  })

  it('reads back what took effect before a part was refused, and says why in a few words', async () => {
    const { broker, screen, user } = await renderApp('/configuration?tab=import')
    await user.click(await screen.findByRole('textbox', { name: 'HOCON to import' }))
    const listener =
      'listeners.ssl.plant { bind = 21999, ssl_options { certfile = "none", keyfile = "none" } }'
    await user.paste(`alarm.size_limit = 500\n${listener}\nmqtt.max_inflight = 7`)
    await user.click(await screen.findByRole('button', { name: /^Apply \d+ changes/ }))
    expect(await screen.findByText(/If a part fails then/)).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'Apply' }))
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText(/refused a part of this text; the other parts are in effect/)).toBeDefined()
    expect(alert.getByText(/^listeners: bad ssl config/)).toBeDefined()
    expect(alert.queryByText(/Try to merge/)).toBeNull()
    expect(alert.getByText('In effect now: 2 changes')).toBeDefined()
    expect(alert.getByText('alarm.size_limit')).toBeDefined()
    expect(alert.getByText('mqtt.max_inflight')).toBeDefined()
    expect(broker.context.config.document('alarm')).toMatchObject({ size_limit: 500 })
    expect(broker.context.listeners.find('ssl:plant')).toBeUndefined()
  })

  it('takes a masked file back: nothing changes', async () => {
    const { screen, user } = await renderApp('/configuration?tab=import')
    await screen.findByRole('textbox', { name: 'HOCON to import' })
    const file = new File(['dashboard.default_password = "******"'], 'configuration.hocon')
    await user.upload(screen.getByLabelText('Choose file …', { selector: 'input' }), file)
    expect(await screen.findByText('The cluster is configured like this already.')).toBeDefined()
    expect(screen.getByText('One masked secret stays as it is.')).toBeDefined()
  })

  it('takes HOCON only', async () => {
    const { screen } = await renderApp('/configuration?tab=import')
    const box = await screen.findByRole('textbox', { name: 'HOCON to import' })
    const input = screen.getByLabelText('Choose file …', { selector: 'input' })
    await userEvent.setup({ applyAccept: false }).upload(input, new File(['mqtt {}'], 'configuration.docx'))
    expect(await screen.findByText(/^Please upload a file with extension \.hocon, /)).toBeDefined()
    expect(box).toHaveProperty('value', '')
  })

  it('says why nothing can be read', async () => {
    const { screen } = await renderApp('/configuration', {
      arrange: (_broker, network) => network.cut(true),
    })
    expect((await screen.findAllByText(/Network Error/)).length).toBeGreaterThan(0)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/configuration?tab=import', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '配置' })).toBeDefined()
    expect(await screen.findByText(/粘贴文本或选择文件后/)).toBeDefined()
  })
})
