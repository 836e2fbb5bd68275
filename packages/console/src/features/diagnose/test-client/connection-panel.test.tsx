import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { cluster, edit, session } from '#features/diagnose/test-client/testing/drive-test-client.ts'
import { renderApp } from '#testing/render-app.ts'

describe('the panel of a connection', () => {
  it('says what the server says when its tunnel does not open', async () => {
    const app = await renderApp('/websocket', {
      arrange: async ({ context }, network) => {
        for (const node of context.cluster.nodes) await node.stop()
        const refusal = { code: 'UPSTREAM_UNREACHABLE', message: 'broker:8083 cannot be reached' }
        network.answer(/^\/mqtt$/, () => Response.json(refusal, { status: 502 }))
      },
      nodes: 1,
    })
    await app.user.click(await app.screen.findByRole('button', { name: 'Connect' }))
    const panel = within(app.screen.getByRole('region', { name: 'Connection' }))
    const reason = /broker:8083 cannot be reached \(UPSTREAM_UNREACHABLE\)/
    expect(await panel.findByText(reason)).toBeDefined()
    expect(panel.getByText('1 attempt failed')).toBeDefined()
    expect(panel.getByText(/^Next attempt in [1-5] s$/)).toBeDefined()
    await app.user.click(panel.getByRole('button', { name: 'Try now' }))
    expect(await panel.findByText('2 attempts failed')).toBeDefined()
    await app.user.click(panel.getByRole('button', { name: 'Cancel' }))
    expect(await panel.findByText('Disconnected')).toBeDefined()
    expect(panel.getByText(reason)).toBeDefined()
  })

  it('names the stopped node instead of guessing', async () => {
    const app = await renderApp('/websocket', {
      nodes: 2,
      arrange: async ({ context }) => void (await context.cluster.nodes[1]?.stop()),
    })
    const node = cluster(app).nodes[1]?.name ?? ''
    await app.user.click(await app.screen.findByRole('button', { name: 'Connect' }))
    await app.screen.findByRole('button', { name: 'Disconnect' })
    for (const one of cluster(app).nodes) await one.stop()
    const panel = within(app.screen.getByRole('region', { name: 'Connection' }))
    expect(await panel.findByText(new RegExp(`The broker reports as stopped: .*${node}`))).toBeDefined()
  })

  it('says that an untouched connection is at its defaults', async () => {
    const form = await edit(await renderApp('/websocket'))
    expect(await form.findByText('7 settings; all at their defaults')).toBeDefined()
    expect(form.queryByText(/not at the default/)).toBeNull()
  })

  it('marks a listener that is stopped, and helps with the chosen way', async () => {
    const app = await renderApp('/websocket', {
      nodes: 1,
      arrange: async ({ ask }) => void (await ask('POST', '/listeners/ws:default/stop')),
    })
    const form = await edit(app)
    expect(
      (await form.findAllByRole('button', { name: /^ws:default · \d+ · \/mqtt · stopped$/ })).length,
    ).toBe(1)
    expect(form.getByText(/Brokerdeck passes MQTT on/)).toBeDefined()
    await app.user.selectOptions(form.getByRole('combobox', { name: 'Connect' }), 'Directly to a listener')
    expect(await form.findByText(/its port must be open for this browser/)).toBeDefined()
    expect(form.queryByText(/Brokerdeck passes MQTT on/)).toBeNull()
    await app.user.clear(form.getByRole('textbox', { name: 'Host' }))
    await app.user.type(form.getByRole('textbox', { name: 'Host' }), 'my broker{Tab}')
    expect(await form.findByText('A host name or address has no blanks')).toBeDefined()
  })

  it('connects by itself once the broker is there', async () => {
    const app = await renderApp('/websocket', {
      arrange: async ({ context }) => {
        for (const node of context.cluster.nodes) await node.stop()
      },
    })
    await app.user.click(await app.screen.findByRole('button', { name: 'Connect' }))
    await app.screen.findByText('1 attempt failed')
    for (const node of cluster(app).nodes) await node.start()
    await app.user.click(app.screen.getByRole('button', { name: 'Try now' }))
    expect(await app.screen.findByRole('button', { name: 'Disconnect' })).toBeDefined()
    expect(session(app)?.isConnected).toBe(true)
  })

  it('hands out commands that do the same, without the password', async () => {
    const app = await renderApp('/websocket')
    const { screen, user } = app
    const form = await edit(app)
    await user.type(await form.findByRole('textbox', { name: 'Username' }), 'op')
    await user.type(form.getByLabelText('Password', { selector: 'input' }), 'very-secret')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'The message as a command' }))
    const publishing = within(await screen.findByRole('dialog', { name: 'As a mosquitto_pub command' }))
    const command = publishing.getByRole('region', { name: 'Command' }).textContent
    expect(command).toMatch(/-h \S+ \\\n {2}-p \d+ \\.*-u op \\\n {2}-P "\$MQTT_PASSWORD"/s)
    expect(command).toContain(`-m '{ "msg": "hello" }'`)
    expect(command).not.toContain('very-secret')
    expect(publishing.getByText(/Set MQTT_PASSWORD/)).toBeDefined()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'The connection as a command' }))
    const connecting = within(await screen.findByRole('dialog', { name: 'As a mosquitto_sub command' }))
    expect(connecting.getByRole('region', { name: 'Command' }).textContent).toContain("-t 't/#'")
  })
})
