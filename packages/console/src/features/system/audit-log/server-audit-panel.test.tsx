import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { BrokerFetch } from '#testing/broker-fetch.ts'
import { renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const hostile = '<b>\u202e\n{"event":"end"}'

const write = {
  time: '2026-11-29T21:14:03.512Z',
  id: '0b1c-1',
  event: 'end',
  cluster: 'plant',
  user: 'ann',
  auth: 'session',
  address: '10.0.0.7',
  method: 'DELETE',
  status: 204,
  duration: 12.4,
  path: '/api/v5/clients/press',
  object: { kind: 'clients', name: 'press' },
  operation: { id: '/clients/:clientid', bindings: { clientid: 'press' } },
}
const refused = {
  ...write,
  id: '0b1c-2',
  user: 'eve',
  auth: 'unknown session',
  status: 401,
  hiddenQueries: 2,
  path: '/api/v5/nowhere',
  object: { kind: 'nowhere', name: hostile },
  operation: undefined,
}
const begun = { ...write, id: '0b1c-3', event: 'begin', status: undefined, duration: undefined }

interface Part {
  readonly data: readonly unknown[]
  readonly meta: { readonly count: number; readonly cursor?: string }
  readonly reached?: string
}

const path = '/brokerdeck/audit-log'
const part = (data: readonly unknown[], cursor?: string): Part => ({
  data,
  meta: { count: data.length, ...(cursor !== undefined && { cursor }) },
  reached: '2026-11-29T21:14:03.512Z',
})

/** Serves parts like the server does: by the requested cursor; a request without a cursor gets the first part. */
function serve(network: BrokerFetch, parts: Readonly<Record<string, Part>>): void {
  network.answer(/\/brokerdeck\/audit-log$/, () => {
    const { searchParams } = new URL(network.asked.at(-1)?.split(' ')[1] ?? '', document.baseURI)
    return Response.json(parts[searchParams.get('cursor') ?? ''])
  })
}

const refuse = (status: number, code: string) => (_: TestBroker, network: BrokerFetch) =>
  network.answer(/\/brokerdeck\/audit-log$/, () => Response.json({ code, message: 'no' }, { status }))

const kept = { config: { auditLog: 'file' } } as const
const filled = {
  ...kept,
  arrange: (_: TestBroker, network: BrokerFetch) => serve(network, { '': part([write, refused, begun]) }),
}

describe('the audit log of this server', () => {
  it('says what was done by whom, from where, and how it went', async () => {
    const { screen, user, network } = await renderApp('/audit-log', filled)
    await screen.findByRole('button', { name: /^Actions for DELETE/ })
    const table = within(screen.getByRole('table'))
    const findRow = (text: string) => within(table.getByText(text).closest('tr') ?? document.body)
    const ann = findRow('Success (204)')
    for (const text of ['Disconnect client', 'press', 'ann', 'Session', '10.0.0.7']) ann.getByText(text)
    findRow('Refused (401)').getByText('DELETE /api/v5/nowhere')
    findRow('Refused (401)').getByText('Unknown session')
    findRow('Not finished').getByText('Disconnect client')
    expect(document.querySelector('main b')).toBeNull()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(network.asked.filter((line) => line.includes('/audit'))).toEqual([`GET ${path}?limit=100`])
    await user.click(screen.getByRole('button', { name: /^Actions for DELETE \/api\/v5\/nowhere/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Write' }))
    expect(drawer.getByText('0b1c-2')).toBeDefined()
    expect(drawer.getByText('2, not recorded')).toBeDefined()
    expect(drawer.getByText(/^The token is from before/)).toBeDefined()
  })

  it('says what not finished means', async () => {
    const { screen, user } = await renderApp('/audit-log', {
      ...kept,
      arrange: (_, network) => serve(network, { '': part([begun]) }),
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for Disconnect client press' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
    expect(await screen.findByText(/The write may have been done/)).toBeDefined()
  })

  it('asks for what the link says', async () => {
    const { screen, network } = await renderApp(
      '/audit-log?user=ann&outcome=refused&since=2026-11-29T00:00:00Z&name=a/b&gte_created_at=x',
      filled,
    )
    await screen.findByText('Refused (401)')
    const asked = network.asked.find((line) => line.includes(path)) ?? ''
    expect([...new URLSearchParams(asked.split('?')[1])].toSorted()).toEqual([
      ['limit', '100'],
      ['name', 'a/b'],
      ['outcome', 'refused'],
      ['since', String(Date.UTC(2026, 10, 29))],
      ['user', 'ann'],
    ])
  })

  it('searches on where one answer holds nothing, says how far, and loads more', async () => {
    const { screen, user } = await renderApp('/audit-log', {
      ...kept,
      arrange: (_, network) =>
        serve(network, { '': part([], 'b'), b: part([write], 'c'), c: part([refused]) }),
    })
    await screen.findByText('Success (204)')
    expect(screen.getByText(/^Searched back to /)).toBeDefined()
    expect(screen.queryByText('Refused (401)')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Refused (401)')).toBeDefined()
    expect(screen.getByText('Success (204)')).toBeDefined()
    await waitFor(() => expect(screen.queryByText(/^Searched back to /)).toBeNull())
  })

  it('shows a line that nobody can read beside all others', async () => {
    const { screen, user } = await renderApp('/audit-log', {
      ...kept,
      arrange: (_, network) => serve(network, { '': part([write, { line: 'to<i>rn' }]) }),
    })
    await screen.findByText('Success (204)')
    await user.click(await screen.findByText('Show them'))
    const rows = within(screen.getByRole('list', { name: 'Rows that could not be read' }))
    expect(rows.getByText('to<i>rn')).toBeDefined()
  })

  it('saves all that match as the file has them, in every language', async () => {
    const saved = savedFiles()
    const { screen, user } = await renderApp('/audit-log', {
      ...kept,
      locale: 'zh',
      arrange: (_, network) => serve(network, { '': part([write], 'b'), b: part([begun]) }),
    })
    await screen.findByText('成功（204）')
    await user.click(screen.getByRole('button', { name: '导出' }))
    await user.click(await screen.findByRole('menuitem', { name: /全部.* JSON$/ }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(JSON.parse((await saved[0]?.content.text()) ?? '')).toMatchObject([
      {
        id: '0b1c-1',
        method: 'DELETE',
        path: write.path,
        'object.name': 'press',
        auth: 'session',
        status: 204,
      },
      { id: '0b1c-3', event: 'begin', status: null },
    ])
  })

  it('saves all that match as JSON Lines, with the fields of the file', async () => {
    const saved = savedFiles()
    const { screen, user, network } = await renderApp('/audit-log?user=ann', {
      ...kept,
      arrange: (_, given) =>
        serve(given, { '': part([write], 'b'), b: part([{ ...refused, password: 'Secret-123' }]) }),
    })
    await screen.findByText('Success (204)')
    await user.click(screen.getByRole('button', { name: 'All that match, as JSON Lines' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['server-audit.jsonl']))
    const text = (await saved[0]?.content.text()) ?? ''
    expect(text).not.toContain('Secret-123')
    const { operation: _, ...first } = write
    const { operation: __, ...second } = refused
    expect(text.endsWith('}\n')).toBe(true)
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([first, second])
    expect(network.asked.filter((line) => line.includes('limit=1000'))).toHaveLength(2)
    await screen.findByRole('button', { name: 'All that match, as JSON Lines' })
  })

  it('saves no lines where exports are closed', async () => {
    const { screen } = await renderApp('/audit-log', {
      ...filled,
      config: { auditLog: 'file', closed: ['export'] },
    })
    const button = await screen.findByRole('button', { name: 'All that match, as JSON Lines' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it.each([
    ['', 'No write recorded yet'],
    ['?user=x', 'No write matches'],
    ['?since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z', 'Start time cannot be later than end time'],
  ])('says why nothing is there at %s', async (search, title) => {
    const arrange = (_: TestBroker, network: BrokerFetch) => serve(network, { '': part([]) })
    const { screen } = await renderApp(`/audit-log${search}`, { ...kept, arrange })
    expect(await screen.findByText(title)).toBeDefined()
  })

  it.each([
    [403, 'SIGN_IN_AGAIN', 'Sign in again to read this log'],
    [403, 'UNAUTHORIZED_ROLE', 'Only administrators can read this log'],
  ])('explains %i %s', async (status, code, title) => {
    const { screen } = await renderApp('/audit-log', { ...kept, arrange: refuse(status, code) })
    expect(await screen.findByText(title)).toBeDefined()
  })

  it('does not ask for a viewer', async () => {
    const { screen, network } = await renderApp('/audit-log?tab=server', {
      ...kept,
      edition: 'enterprise',
      username: 'val',
      arrange: async ({ context }) => {
        await context.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
      },
    })
    expect(await screen.findByText('Only administrators can read this log')).toBeDefined()
    expect(network.asked.filter((line) => line.includes(path))).toEqual([])
  })

  it('offers to try again where the server fails', async () => {
    const { screen, user, network } = await renderApp('/audit-log', {
      ...kept,
      arrange: refuse(410, 'GONE'),
    })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    serve(network, { '': part([write]) })
    await user.click(retry)
    expect(await screen.findByText('Success (204)')).toBeDefined()
  })

  it.each([
    [undefined, 'This server keeps no audit log'],
    ['output', 'The audit log goes to the standard output'],
  ] as const)('says how it is kept where it is %s', async (auditLog, title) => {
    const { screen, network } = await renderApp('/audit-log', { config: { auditLog } })
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByText('--audit-log FILE')).toBeDefined()
    expect(network.asked.filter((line) => line.includes('audit'))).toEqual([])
  })

  it('is beside that of an Enterprise broker, on a tab', async () => {
    const {
      screen,
      user,
      path: address,
    } = await renderApp('/audit-log', { ...filled, edition: 'enterprise' })
    await screen.findByText('The audit log is off')
    await user.click(screen.getByRole('tab', { name: 'Of this server' }))
    expect(await screen.findByText('Success (204)')).toBeDefined()
    expect(address()).toBe('/audit-log?tab=server')
    await user.click(screen.getByRole('tab', { name: 'Of the broker' }))
    expect(await screen.findByText('The audit log is off')).toBeDefined()
  })
})
