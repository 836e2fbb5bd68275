import { sysTopicsRoot } from '@brokerdeck/embedded-broker/config/roots/broker-roots.ts'
import { mqttRoot } from '@brokerdeck/embedded-broker/config/roots/mqtt-root.ts'
import { retainerRoot } from '@brokerdeck/embedded-broker/config/roots/retainer-root.ts'
import { refusal } from '@brokerdeck/embedded-broker/http/api-refusal.ts'
import { openRaw } from '@brokerdeck/embedded-broker/testing/raw-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

async function open(tab: string, options: RenderOptions = {}) {
  const app = await renderApp(`/mqtt/${tab}`, options)
  const review = within(await app.screen.findByRole('region', { name: 'Review changes' }))
  return { ...app, review }
}

async function retype({ user, screen }: RenderedApp, name: string, text: string) {
  const box = screen.getByRole('textbox', { name })
  await user.clear(box)
  await user.type(box, text)
  return box
}

describe('MQTT settings', () => {
  it('writes one setting and leaves the rest of the zone as it is', async () => {
    const app = await open('session')
    const before = app.broker.context.config.get(mqttRoot)
    await retype(app, 'Max inflight', '16')
    expect(await app.review.findByText(/existing sessions keep their limits: Max inflight\./)).toBeDefined()
    expect(app.review.getByText('max_inflight')).toBeDefined()
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    expect(await app.screen.findByText('Changes are in effect')).toBeDefined()
    expect(app.broker.context.config.get(mqttRoot)).toEqual({ ...before, max_inflight: 16 })
  })

  it('never falls back to what was there before, however slowly the settings are read back', async () => {
    const app = await open('session')
    const { asked, hold } = app.network
    const box = await retype(app, 'Max inflight', '16')
    const releaseWrite = hold(/^PUT/)
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(asked.some((line) => line.startsWith('PUT'))).toBe(true))
    const releaseRead = hold(/^GET .*\/configs\//)
    const before = asked.length
    releaseWrite()
    await waitFor(() => expect(asked.slice(before).some((line) => line.includes('/configs/'))).toBe(true))
    expect(app.screen.queryByText('Changes are in effect')).toBeNull()
    expect(box).toHaveProperty('value', '16')
    releaseRead()
    expect(await app.screen.findByText('Changes are in effect')).toBeDefined()
    await retype(app, 'Max inflight', '24')
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(app.broker.context.config.get(mqttRoot).max_inflight).toBe(24))
  })

  it('says what is wrong and sends nothing', async () => {
    const app = await open('session')
    const box = await retype(app, 'Max inflight', '65536')
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    const words = 'Input error: the number range is 1 - 65535'
    expect((await app.screen.findAllByText(words, { exact: false })).length).toBeGreaterThan(0)
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(app.broker.context.config.get(mqttRoot).max_inflight).toBe(32)
  })

  it('shows a refusal of the broker at its field and keeps what was typed', async () => {
    const fault = {
      kind: 'validation_error',
      path: 'mqtt.max_inflight',
      reason: { expected: '1..20' },
      value: 24,
    }
    const app = await open('session', {
      arrange: ({ context }) => {
        context.config.guard(mqttRoot, () => {
          throw refusal(400, 'BAD_REQUEST', JSON.stringify(fault))
        })
      },
    })
    const box = await retype(app, 'Max inflight', '24')
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    expect(await app.screen.findByRole('button', { name: /^Max inflight: .*1\.\.20/ })).toBeDefined()
    expect(box).toHaveProperty('value', '24')
    expect(app.broker.context.config.get(mqttRoot).max_inflight).toBe(32)
  })

  it('does not write over what somebody else changed meanwhile', async () => {
    const app = await open('session')
    await retype(app, 'Max inflight', '16')
    const { config } = app.broker.context
    await config.write(mqttRoot, { ...config.get(mqttRoot), max_awaiting_rel: 7 })
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    await app.user.click(await app.screen.findByRole('button', { name: 'Keep my changes on top' }))
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(config.get(mqttRoot)).toMatchObject({ max_inflight: 16, max_awaiting_rel: 7 }))
  })

  it('says defaults with separators, as every sentence does', async () => {
    const { screen } = await open('general')
    expect(screen.getAllByText(/Default 65,535/).length).toBeGreaterThan(0)
    expect(screen.queryByText(/Default \d{4,}/)).toBeNull()
  })

  it('changes general settings with units and words', async () => {
    const app = await open('general')
    await app.user.click(app.screen.getByRole('switch', { name: /Idle timeout/ }))
    await retype(app, 'Max packet size', '2')
    await app.user.click(app.review.getByRole('button', { name: 'Apply 2 changes' }))
    await waitFor(() =>
      expect(app.broker.context.config.get(mqttRoot)).toMatchObject({
        idle_timeout: 'infinity',
        max_packet_size: '2MB',
      }),
    )
  })

  it('says of each setting whom it concerns, and who is disconnected by it', async () => {
    const app = await open('general', {
      arrange: async ({ context }) => {
        for (const clientId of ['plc-1', 'plc-2']) await openRaw(context.cluster).connect({ clientId })
        await context.monitor.sample?.()
      },
    })
    await app.user.click(app.screen.getByRole('switch', { name: /^Retained messages/ }))
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: 'Max QoS' }), 'QoS 0')
    await retype(app, 'Max packet size', '2')
    expect(
      await app.review.findByText('Applies at once to 2 connected clients: Max QoS, Retained messages.'),
    ).toBeDefined()
    expect(app.review.getByText(/retained message \(0x9A/)).toBeDefined()
    expect(app.review.getByText(/above QoS 0 \(0x9B/)).toBeDefined()
    expect(app.review.getByText(/^Applies to new connections.*: Max packet size\.$/)).toBeDefined()
  })

  it('says at the field what the broker refuses, or takes and leaves without effect', async () => {
    const app = await open('general')
    await retype(app, 'Max packet size', '0')
    await retype(app, 'Keep alive multiplier', '-1')
    await app.user.click(app.review.getByRole('button', { name: 'Apply 2 changes' }))
    expect((await app.screen.findAllByText(/The lowest value is 1B/)).length).toBeGreaterThan(0)
    expect(app.screen.getAllByText(/the number range is 1 - 65535/).length).toBeGreaterThan(0)
    await retype(app, 'Max packet size', '0.5')
    expect((await app.screen.findAllByText(/whole numbers only/)).length).toBeGreaterThan(0)
    await retype(app, 'Max packet size', '2')
    await retype(app, 'Keep alive multiplier', '1.25')
    await app.user.click(app.review.getByRole('button', { name: 'Apply 2 changes' }))
    await waitFor(() => expect(app.broker.context.config.get(mqttRoot).keepalive_multiplier).toBe(1.25))
    const asked = { ...app.broker.context.config.get(mqttRoot) }
    const { config } = app.broker.context
    for (const wrong of [
      { keepalive_multiplier: 0.5 },
      { keepalive_multiplier: 65_536 },
      { max_packet_size: '0.5MB' },
      { max_packet_size: 0 },
    ]) {
      await expect(config.write(mqttRoot, { ...asked, ...wrong })).rejects.toThrow()
    }
  })

  it('says that a priority for a filter has no effect, and sends it', async () => {
    const app = await open('session', {
      arrange: async ({ context }) => {
        await context.config.write(mqttRoot, { mqueue_priorities: { 'a/b': 10 } })
      },
    })
    await retype(app, 'Topic 1', 'c/#')
    expect(await app.screen.findByText(/compares whole topics: c\/# gives no priority/)).toBeDefined()
    await app.user.click(app.review.getByRole('button', { name: /^Apply/ }))
    await waitFor(() =>
      expect(app.broker.context.config.get(mqttRoot).mqueue_priorities).toEqual({ 'c/#': 10 }),
    )
  })

  it('promises no closings once force shutdown is off', async () => {
    const app = await open('force-shutdown')
    await app.user.click(app.screen.getByRole('switch', { name: 'Force shutdown' }))
    expect(await app.review.findByText(/no longer closes connections/)).toBeDefined()
    expect(app.review.queryByText(/closes connections that exceed/)).toBeNull()
  })

  it('turns the retainer off and says what that means', async () => {
    const app = await open('retainer')
    await app.user.click(app.screen.getByRole('switch', { name: 'Retained messages' }))
    expect(await app.review.findByText(/neither kept nor given out/)).toBeDefined()
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    await app.user.click(await app.screen.findByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(app.broker.context.config.get(retainerRoot).enable).toBe(false))
  })

  it('sets system topics', async () => {
    const app = await open('system-topic')
    expect(app.screen.getByText(/no toggles for delivered, acknowledged and dropped messages/)).toBeDefined()
    await app.user.click(app.screen.getByRole('switch', { name: 'Client subscribed' }))
    await app.user.click(app.review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() =>
      expect(app.broker.context.config.get(sysTopicsRoot).sys_event_messages.client_subscribed).toBe(true),
    )
  })

  it('says why durable sessions cannot be turned on here', async () => {
    const { screen } = await open('session-persistence')
    expect(screen.getByText(/Set durable_sessions.enable in the configuration file/)).toBeDefined()
    expect(screen.getByRole('switch', { name: 'Enable' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('leads from tab to tab, and asks before changes are left behind', async () => {
    const app = await open('force-shutdown')
    await retype(app, 'Max mailbox size', '500')
    await app.user.click(app.screen.getByRole('tab', { name: 'Session' }))
    expect(await app.screen.findByText('Changes that you made may not be saved')).toBeDefined()
    await app.user.click(app.screen.getByRole('button', { name: 'Leave' }))
    expect(await app.screen.findByRole('textbox', { name: 'Max inflight' })).toBeDefined()
    expect(app.path()).toBe('/mqtt/session')
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/mqtt/session', { locale: 'zh' })
    expect(await screen.findByRole('textbox', { name: '最大飞行窗口' })).toBeDefined()
    expect(screen.getByText('尚无更改。')).toBeDefined()
  })
})
