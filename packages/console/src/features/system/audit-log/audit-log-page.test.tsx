import { logRoot } from '@brokerdeck/embedded-broker/config/roots/log-root.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { within } from '@testing-library/dom'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { BrokerFetch } from '#testing/broker-fetch.ts'
import { renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

async function recorded({ context, ask }: TestBroker): Promise<void> {
  await context.config.write(logRoot, { audit: { enable: true } }, { isMerge: true })
  await ask('POST', '/banned', { as: 'clientid', who: '<b>mallory</b>' })
  await ask('DELETE', '/clients/nobody')
}

/** The entry that a real broker stores for a request whose method is not allowed. */
const refusedUnread = {
  created_at: '2026-11-20T10:00:00.000000Z',
  from: 'unknown',
  http_request: { method: 'delete' },
  http_status_code: 405,
}

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })

/** Adds entries that the broker would not write itself to those that it keeps. */
async function withEntries(broker: TestBroker, network: BrokerFetch, odd: readonly unknown[]): Promise<void> {
  await recorded(broker)
  const { body } = await broker.ask('GET', '/audit')
  const { data, meta } = v.parse(v.object({ data: v.array(v.unknown()), meta: v.unknown() }), body)
  network.answer(/\/audit$/, () => json({ data: [...odd, ...data], meta }))
}

const enterprise = { edition: 'enterprise', arrange: recorded } as const

describe('the audit log', () => {
  it('lists who did what, and shows a request with its body', async () => {
    const { screen, user } = await renderApp('/audit-log', enterprise)
    const row = within((await screen.findByText('Disconnect client')).closest('tr') ?? document.body)
    expect(row.getByText('nobody')).toBeDefined()
    expect(row.getByText('Failure')).toBeDefined()
    expect(row.getByText('admin')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Actions for Create ban' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Operation' }))
    expect(drawer.getByText(/<<"who">> => <<"<b>mallory<\/b>">>/)).toBeDefined()
    expect(drawer.getByText('******')).toBeDefined()
    expect(drawer.getByText('POST /banned')).toBeDefined()
  })

  it('exports what the API says, in every language', async () => {
    const saved = savedFiles()
    const { screen, user } = await renderApp('/audit-log', { ...enterprise, locale: 'zh' })
    await screen.findByText('nobody')
    await user.click(await screen.findByRole('button', { name: '导出' }))
    await user.click(await screen.findByRole('menuitem', { name: '本页导出为 JSON' }))
    expect(JSON.parse((await saved[0]?.content.text()) ?? '')).toContainEqual(
      expect.objectContaining({
        operation_id: '/clients/:clientid',
        http_method: 'delete',
        'http_request.bindings': '{"clientid":"nobody"}',
        from: 'dashboard',
        operation_result: 'failure',
        http_status_code: 404,
      }),
    )
  })

  it('is filtered by the link, without what commands do not have', async () => {
    const { screen } = await renderApp('/audit-log?operation_result=failure', enterprise)
    expect(await screen.findByText('Disconnect client')).toBeDefined()
    expect(screen.queryByText('Create ban')).toBeNull()
  })

  it('says that a time span is the wrong way round', async () => {
    const { screen } = await renderApp(
      '/audit-log?gte_created_at=2026-02-01T00:00:00Z&lte_created_at=2026-01-01T00:00:00Z',
      enterprise,
    )
    expect(await screen.findByText('Start time cannot be later than end time')).toBeDefined()
  })

  it('is enabled where it is off, and leaves the other logs alone', async () => {
    const { screen, user, broker } = await renderApp('/audit-log', {
      edition: 'enterprise',
      arrange: async ({ context }) => {
        await context.config.write(logRoot, { console: { level: 'error' } }, { isMerge: true })
      },
    })
    expect(await screen.findByText('The audit log is off')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Enable' }))
    expect(await screen.findByText('Update log settings')).toBeDefined()
    const { audit, console: consoleLog } = broker.context.config.get(logRoot)
    expect([audit?.enable, consoleLog.level]).toEqual([true, 'error'])
  })

  it('lets a viewer read, but not enable it', async () => {
    const { screen, broker } = await renderApp('/audit-log', {
      edition: 'enterprise',
      username: 'val',
      arrange: async ({ context }) => {
        await context.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
      },
    })
    const button = await screen.findByRole('button', { name: 'Enable' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(broker.context.audit.isOn).toBe(false)
  })

  it('shows what was refused before anybody looked at it', async () => {
    const { screen } = await renderApp('/audit-log', {
      edition: 'enterprise',
      arrange: (broker, network) => withEntries(broker, network, [refusedUnread]),
    })
    const row = within((await screen.findByText('DELETE')).closest('tr') ?? document.body)
    expect(row.getByText('unknown')).toBeDefined()
    expect(await screen.findByText('Disconnect client')).toBeDefined()
  })

  it('is not blinded by an entry that it cannot read, but shows what it can', async () => {
    const odd = { from: 'unknown', source: '<i>eve</i>', created_at: { seconds: 5 }, http_request: 7 }
    const { screen, user } = await renderApp('/audit-log', {
      edition: 'enterprise',
      arrange: (broker, network) => withEntries(broker, network, [odd]),
    })
    expect(await screen.findByText('Disconnect client')).toBeDefined()
    expect(await screen.findByText('One row could not be read. All others are shown.')).toBeDefined()
    await user.click(screen.getByText('Show them'))
    const rows = within(screen.getByRole('list', { name: 'Rows that could not be read' }))
    expect(rows.getByText('Fault at data.0.created_at')).toBeDefined()
    expect(rows.getByText('<i>eve</i>')).toBeDefined()
    expect(rows.getByText(JSON.stringify(odd))).toBeDefined()
  })

  it('saves the others with a word on what is missing', async () => {
    const saved = savedFiles()
    const { screen, user } = await renderApp('/audit-log', {
      edition: 'enterprise',
      arrange: (broker, network) => withEntries(broker, network, [{ from: 'unknown' }, 'garbage']),
    })
    expect(await screen.findByText('2 rows could not be read. All others are shown.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'All that match, as JSON' }))
    expect(await screen.findByText('2 rows could not be read and are left out')).toBeDefined()
    expect(await saved[0]?.content.text()).toContain('/clients/:clientid')
  })

  it('says so in Chinese, where no other row is left', async () => {
    const { screen } = await renderApp('/audit-log', {
      edition: 'enterprise',
      locale: 'zh',
      arrange: async (broker, network) => {
        await recorded(broker)
        network.answer(/\/audit$/, () => json({ data: [{ from: 'unknown' }], meta: { page: 1, limit: 20 } }))
      },
    })
    expect(await screen.findByText('全部 1 行均无法解析。')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/audit-log', { locale: 'zh', ...enterprise })
    expect(await screen.findByRole('heading', { name: '审计日志' })).toBeDefined()
    expect(await screen.findByText('失败')).toBeDefined()
    expect(await screen.findByText('断开客户端')).toBeDefined()
  })
})
