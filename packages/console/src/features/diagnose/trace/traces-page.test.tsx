import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const create = async ({ ask }: TestBroker, body: Readonly<Record<string, unknown>>) => {
  const { status } = await ask('POST', '/trace', {
    type: 'clientid',
    clientid: String(body['name']),
    ...body,
  })
  expect(status).toBe(200)
}

async function openTraces(options: RenderOptions = {}) {
  const app = await renderApp('/log-trace', options)
  await app.screen.findByRole('heading', { level: 1 })
  return app
}

const names = async ({ ask }: TestBroker) => {
  const { body } = await ask('GET', '/trace')
  return (
    JSON.stringify(body)
      .match(/"name":"[^"]*"/g)
      ?.map((pair) => pair.slice(8, -1)) ?? []
  )
}

describe('log traces', () => {
  it('shows what is traced, whether it runs, and how many may be kept', async () => {
    const { screen } = await openTraces({
      arrange: async (broker) => {
        await create(broker, { name: 'press' })
        await create(broker, { name: 'halls', type: 'topic', topic: 'hall/+/#', payload_encode: 'hidden' })
        await broker.ask('PUT', '/trace/press/stop')
      },
    })
    const press = (await screen.findByRole('link', { name: 'press' })).closest('tr')
    expect(within(press ?? document.body).getByText('Stopped')).toBeDefined()
    const halls = screen.getByRole('link', { name: 'halls' }).closest('tr')
    const cells = within(halls ?? document.body)
    expect(cells.getByText('hall/+/#')).toBeDefined()
    expect(cells.getByText('Running')).toBeDefined()
    expect(cells.getByText('Hidden')).toBeDefined()
    expect(screen.getByText('2 of 30 traces')).toBeDefined()
  })

  it('says what a trace is good for where there is none', async () => {
    const { screen } = await openTraces()
    expect(await screen.findByText('No traces')).toBeDefined()
    const clear = screen.getByRole('button', { name: 'Delete all…' })
    expect(clear.getAttribute('aria-disabled')).toBe('true')
  })

  it('creates one, sending only the condition that was chosen', async () => {
    const { screen, user, broker } = await openTraces()
    await user.click(await screen.findByRole('button', { name: 'Create trace' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Client ID/ }), 'left-behind')
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Type/ }), 'ip_address')
    await user.type(dialog.getByRole('textbox', { name: /^IP address/ }), '300.1.1.1')
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), '1 bad')
    // The recommended format is the default.
    expect(dialog.getByRole('option', { name: 'JSON (recommended)', selected: true })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Create trace' }))
    expect((await dialog.findAllByText('This is no IP address')).length).toBeGreaterThan(0)
    expect(dialog.getAllByText('A letter first, then letters, digits, - and _.').length).toBeGreaterThan(0)
    expect(await names(broker)).toEqual([])

    await user.clear(dialog.getByRole('textbox', { name: /^Name/ }))
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'gateway')
    await user.clear(dialog.getByRole('textbox', { name: /^IP address/ }))
    await user.type(dialog.getByRole('textbox', { name: /^IP address/ }), '10.0.0.7')
    await user.click(dialog.getByRole('button', { name: '5 min' }))
    await user.click(dialog.getByRole('button', { name: 'Create trace' }))
    await screen.findByText('Create Log Trace Successfully')
    expect(await screen.findByRole('link', { name: 'gateway' })).toBeDefined()
    const { body } = await broker.ask('GET', '/trace')
    expect(body).toMatchObject([{ type: 'ip_address', ip_address: '10.0.0.7', formatter: 'json' }])
    expect(JSON.stringify(body)).not.toContain('left-behind')
  })

  it('takes a start in the past, and shows it as the broker keeps it', async () => {
    const { screen, user, broker } = await openTraces()
    await user.click(await screen.findByRole('button', { name: 'Create trace' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/With a time in the past it starts at once, and the broker keeps that time as its start/)
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'earlier')
    await user.type(dialog.getByRole('textbox', { name: /^Client ID/ }), 'press')
    const start = dialog.getByLabelText(/^Start/)
    await user.clear(start)
    await user.type(start, '2026-01-02T03:04:05')
    await user.click(dialog.getByRole('button', { name: 'Create trace' }))
    const row = (await screen.findByRole('link', { name: 'earlier' })).closest('tr') ?? document.body
    expect(within(row).getByText('Running')).toBeDefined()
    expect(within(row).getByText(/2026-01-02 03:04:05/)).toBeDefined()
    const kept = new Date(2026, 0, 2, 3, 4, 5).toISOString().slice(0, 19)
    expect((await broker.ask('GET', '/trace')).body).toMatchObject([{ start_at: `${kept}+00:00` }])
  })

  it('asks for both times with the specified words', async () => {
    const { screen, user } = await openTraces()
    await user.click(await screen.findByRole('button', { name: 'Create trace' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(dialog.getByLabelText(/^Start/))
    await user.click(dialog.getByRole('button', { name: 'Create trace' }))
    expect((await dialog.findAllByText('start time or end time is required')).length).toBeGreaterThan(0)
  })

  it('shows a refusal of the broker in the dialog', async () => {
    const { screen, user } = await openTraces({ arrange: (broker) => create(broker, { name: 'press' }) })
    await user.click(await screen.findByRole('button', { name: 'Create trace' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'again')
    await user.type(dialog.getByRole('textbox', { name: /^Client ID/ }), 'press')
    await user.click(dialog.getByRole('button', { name: 'Create trace' }))
    expect((await dialog.findAllByText(/press Duplication Condition/)).length).toBeGreaterThan(0)
  })

  it('stops and deletes', async () => {
    const { screen, user, broker } = await openTraces({
      arrange: (given) => create(given, { name: 'press' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for press' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Stop' }))
    await screen.findByText('Stop Log Trace Successfully')
    await screen.findByText('Stopped')
    await user.click(screen.getByRole('button', { name: 'Actions for press' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByText('Delete Log Trace Successfully')
    await screen.findByText('No traces')
    expect(await names(broker)).toEqual([])
  })

  it('deletes all only after the words were typed', async () => {
    const { screen, user, broker } = await openTraces({
      arrange: async (given) => {
        await create(given, { name: 'one' })
        await create(given, { name: 'two' })
      },
    })
    await screen.findByRole('link', { name: 'one' })
    await user.click(screen.getByRole('button', { name: 'Delete all…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/All 2 traces/)
    await user.click(dialog.getByRole('button', { name: 'Delete all' }))
    expect(await names(broker)).toHaveLength(2)
    await user.type(dialog.getByRole('textbox'), 'delete all')
    await user.click(dialog.getByRole('button', { name: 'Delete all' }))
    await screen.findByText('All traces were deleted')
    await waitFor(async () => expect(await names(broker)).toEqual([]))
  })

  it('saves a log under the name that the broker gives it', async () => {
    const saved = savedFiles()
    const { screen, user, network } = await openTraces({
      arrange: (given) => create(given, { name: 'press' }),
    })
    const headers = { 'content-disposition': 'attachment; filename="emqx@127.0.0.1 press.zip"' }
    network.answer(/\/download$/, () => new Response('PK', { headers }))
    await user.click(await screen.findByRole('button', { name: 'Actions for press' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Download' }))
    await waitFor(() =>
      expect(saved).toMatchObject([{ name: 'emqx@127.0.0.1 press.zip', content: { size: 2 } }]),
    )
  })

  it('says when there is nothing to download, and when a download fails', async () => {
    const { screen, user, network } = await openTraces({
      arrange: (given) => create(given, { name: 'press' }),
    })
    const download = async () => {
      await user.click(await screen.findByRole('button', { name: 'Actions for press' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Download' }))
    }
    await download()
    await screen.findByText('The trace is empty: nothing has matched yet')
    network.answer(/\/download$/, () => {
      throw new DOMException('The operation timed out.', 'TimeoutError')
    })
    await download()
    expect(await screen.findAllByRole('alert')).not.toEqual([])
  })

  it('speaks Chinese, and changes nothing for a viewer', async () => {
    const { screen } = await openTraces({
      locale: 'zh',
      config: { readOnly: true },
      arrange: (broker) => create(broker, { name: 'press' }),
    })
    const button = await screen.findByRole('button', { name: '创建追踪' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(await screen.findByText('运行中')).toBeDefined()
  })
})
