import { logRoot } from '@brokerdeck/embedded-broker/config/roots/log-root.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

async function recorded({ world, ask }: TestBroker): Promise<void> {
  await world.config.write(logRoot, { audit: { enable: true } }, { isMerge: true })
  await ask('POST', '/banned', { as: 'clientid', who: '<b>mallory</b>' })
  await ask('DELETE', '/clients/nobody')
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
      arrange: async ({ world }) => {
        await world.config.write(logRoot, { console: { level: 'error' } }, { isMerge: true })
      },
    })
    expect(await screen.findByText('The audit log is off')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Enable' }))
    expect(await screen.findByText('Update log settings')).toBeDefined()
    const { audit, console: consoleLog } = broker.world.config.get(logRoot)
    expect([audit?.enable, consoleLog.level]).toEqual([true, 'error'])
  })

  it('lets a viewer read, but not enable it', async () => {
    const { screen, broker } = await renderApp('/audit-log', {
      edition: 'enterprise',
      username: 'val',
      arrange: async ({ world }) => {
        await world.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
      },
    })
    const button = await screen.findByRole('button', { name: 'Enable' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(broker.world.audit.isOn).toBe(false)
  })

  it('says in one line that Community does not have it', async () => {
    const { screen } = await renderApp('/audit-log')
    expect(await screen.findByText(/The audit log belongs to EMQX Enterprise/)).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/audit-log', { locale: 'zh', ...enterprise })
    expect(await screen.findByRole('heading', { name: '审计日志' })).toBeDefined()
    expect(await screen.findByText('失败')).toBeDefined()
    expect(await screen.findByText('断开客户端')).toBeDefined()
  })
})
