import { eventually } from '@brokerdeck/embedded-broker/testing/eventually.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { arrangeConnectors } from '#features/integration/bridges/connectors/testing/arrange-connectors.ts'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const rowOf = async (
  screen: { findByRole: (role: string, options: object) => Promise<HTMLElement> },
  name: string,
) => within((await screen.findByRole('link', { name })).closest('tr') ?? document.body)

const morning = Date.UTC(2026, 10, 1, 8)

/**
 * Creates two connectors whose ports are closed, the second a minute later; the broker has noticed both on each node.
 */
const twoDead = (): RenderOptions => {
  let at = morning
  const dead = { type: 'http', url: 'http://127.0.0.1:9' }
  return {
    now: () => at,
    arrange: async ({ ask, context }) => {
      for (const [index, name] of ['z', 'a'].entries()) {
        at = morning + index * 60_000
        await ask('POST', '/connectors', { ...dead, name })
        await eventually(() => expect(context.alarms.active()).toHaveLength(2 * (index + 1)))
      }
    },
  }
}

const withoutAlarms: NonNullable<RenderOptions['arrange']> = (_, network) =>
  network.answer(/\/api\/v5\/alarms$/, () =>
    Response.json({ code: 'FORBIDDEN', message: 'no' }, { status: 403 }),
  )

const findProblemTime = (screen: RenderedApp['screen'], name: string) =>
  screen.getByRole('link', { name }).closest('tr')?.querySelector('time')

const askedForAlarms = ({ network }: RenderedApp) =>
  network.asked.filter((line) => line === 'GET /api/v5/alarms?activated=true&limit=100')

describe('since when a connector fails', () => {
  it('is what the alarm says, and that is sorted and saved', async () => {
    const saved = savedFiles()
    const app = await renderApp('/connector', twoDead())
    const { screen, user } = app
    await screen.findByRole('link', { name: 'http:z' })
    await waitFor(() => expect(findProblemTime(screen, 'http:z')?.dateTime).toBe('2026-11-01T08:00:00.000Z'))
    expect(findProblemTime(screen, 'http:a')?.dateTime).toBe('2026-11-01T08:01:00.000Z')
    expect(findProblemTime(screen, 'http:a')?.textContent).not.toContain('first seen')
    expect(askedForAlarms(app)).toHaveLength(1)
    const names = () => screen.getAllByRole('link', { name: /^http:/ }).map((one) => one.textContent)
    const head = screen.getByRole('columnheader', { name: /^Problem since/ })
    await user.click(screen.getByRole('button', { name: 'Sort by Problem since' }))
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('ascending'))
    expect(names()).toEqual(['http:z', 'http:a'])
    await user.click(screen.getByRole('button', { name: 'Sort by Problem since' }))
    await waitFor(() => expect(names()).toEqual(['http:a', 'http:z']))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: /This page.*JSON/ }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const rows: unknown = JSON.parse((await saved[0]?.content.text()) ?? '')
    expect(rows).toMatchObject([
      { id: 'http:a', activate_at: '2026-11-01T08:01:00.000+00:00', first_seen_at: null },
      { id: 'http:z', activate_at: '2026-11-01T08:00:00.000+00:00', first_seen_at: null },
    ])
  })

  it('is when it was first seen, where alarms cannot be read', async () => {
    const { arrange, ...options } = twoDead()
    const app = await renderApp('/connector', {
      ...options,
      arrange: async (broker, network) => {
        await arrange?.(broker, network)
        await withoutAlarms(broker, network)
      },
    })
    const { screen } = app
    await screen.findByRole('link', { name: 'http:z' })
    await waitFor(() => expect(askedForAlarms(app)).not.toEqual([]))
    await app.network.settled()
    expect(findProblemTime(screen, 'http:z')?.textContent).toMatch(/^first seen /)
    expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull()
  })

  it('is asked by the frame alone while nothing fails', async () => {
    const app = await renderApp('/connector', {
      arrange: async ({ ask }) => {
        await ask('POST', '/connectors', {
          type: 'http',
          name: 'off',
          url: 'http://127.0.0.1:9',
          enable: false,
        })
      },
    })
    await app.screen.findByRole('link', { name: 'http:off' })
    await app.network.settled()
    expect(askedForAlarms(app)).toHaveLength(1)
  })
})

describe('connectors', () => {
  it('says what each is for, how it fares, and why it is not connected', async () => {
    const { screen, user, broker } = await renderApp('/connector', { arrange: arrangeConnectors })
    const row = await rowOf(screen, 'http:web')
    expect(row.getByText('1 action')).toBeDefined()
    expect(screen.getByText('2 connectors, used by 1 action and 0 sources')).toBeDefined()
    const { status_reason: reason } = Object(await broker.ask('GET', '/connectors/http:web')).body
    // The problem has a row of its own below, with advice on how to solve it.
    const below = screen.getByRole('link', { name: 'http:web' }).closest('tr')?.nextElementSibling
    expect(below?.textContent).toContain('Nothing accepts connections at this address and port.')
    expect(below?.textContent).toContain('Check that the server is running and listens there')
    expect(screen.queryByRole('columnheader', { name: 'Reason' })).toBeNull()
    await user.click(row.getByRole('button', { name: /Nodes of http:web/ }))
    expect(await screen.findAllByText(reason)).toHaveLength(2)
  })

  it.each([
    ['name=far', 'mqtt:far'],
    ['type=http', 'http:web'],
    ['used=pos', 'http:web'],
    ['status=disconnected&name=web', 'http:web'],
    ['enable=true&name=web', 'http:web'],
    ['status=problem&name=far', 'mqtt:far'],
  ])('filters by %s from the address', async (search, found) => {
    const { screen } = await renderApp(`/connector?${search}`, { arrange: arrangeConnectors })
    expect(await screen.findByRole('link', { name: found })).toBeDefined()
    expect(screen.getAllByRole('link', { name: /^(http|mqtt):/ })).toHaveLength(1)
  })

  it('says where each leads, what it carries, and when a problem without an alarm was first seen', async () => {
    const { screen, user } = await renderApp('/connector', {
      arrange: async (broker, network) => {
        await arrangeConnectors(broker, network)
        withoutAlarms(broker, network)
        await broker.ask('POST', '/rules', { id: 'all', sql: 'SELECT * FROM "t"', actions: ['http:post'] })
        await broker.context.cluster.publish({ topic: 't', payload: Buffer.from('x'), qos: 0, retain: false })
      },
    })
    const row = await rowOf(screen, 'http:web')
    expect(row.getByText('http://127.0.0.1:9')).toBeDefined()
    const column = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const cells = screen.getByRole('link', { name: 'http:web' }).closest('tr')?.children
    // The first cell selects the row, and has no column header.
    const cell = (name: string) => cells?.item(column.findIndex((one) => one?.startsWith(name)) + 1)
    await waitFor(() => expect(cell('Pending')?.textContent).toBe('1'))
    const first = cell('Problem since')?.querySelector('time')
    const since = first?.dateTime
    expect(first?.textContent).toMatch(/^first seen /)
    // The time of first sight is kept when the page is left and opened again.
    await user.click(screen.getByRole('link', { name: 'http:web' }))
    await screen.findByRole('heading', { name: 'http:web' })
    await user.click(screen.getByRole('link', { name: 'Connectors' }))
    const again = await rowOf(screen, 'http:web')
    expect(again.getAllByRole('cell').some((one) => one.querySelector('time')?.dateTime === since)).toBe(true)
  })

  it('counts what fails, shows it first and, at the press of a button, alone', async () => {
    const { screen, user, path } = await renderApp('/connector', {
      arrange: async (broker, network) => {
        await arrangeConnectors(broker, network)
        await broker.ask('PUT', '/connectors/mqtt:far/enable/false')
      },
    })
    await rowOf(screen, 'http:web')
    const states = within(screen.getByRole('group', { name: 'State' }))
    expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All 2',
      'Problems 1',
      'Connected 0',
      'Disabled 1',
    ])
    const names = () => screen.getAllByRole('link', { name: /^(http|mqtt):/ }).map((one) => one.textContent)
    expect(names()).toEqual(['http:web', 'mqtt:far'])
    await user.click(states.getByRole('button', { name: 'Disabled 1' }))
    await waitFor(() => expect(path()).toBe('/connector?enable=false'))
    expect(names()).toEqual(['mqtt:far'])
    await user.click(states.getByRole('button', { name: 'Problems 1' }))
    await waitFor(() => expect(path()).toBe('/connector?status=problem'))
    expect(names()).toEqual(['http:web'])
  })

  it('says that nothing matches, and that there is none', async () => {
    const { screen } = await renderApp('/connector?name=none', { arrange: arrangeConnectors })
    expect(await screen.findByText('No connector matches the filters')).toBeDefined()
    const empty = await renderApp('/connector')
    expect(await empty.screen.findByText('No connectors yet')).toBeDefined()
  })

  it('names who uses it before it is disabled', async () => {
    const { screen, user, broker } = await renderApp('/connector', { arrange: arrangeConnectors })
    await user.click((await rowOf(screen, 'http:web')).getByRole('switch'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable http:web?' }))
    expect(dialog.getByRole('link', { name: 'http:post' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/connectors/http:web')).toMatchObject({ body: { enable: false } }),
    )
  })

  it('does not delete one that is used, and leads to who uses it', async () => {
    const { screen, user, broker, network } = await renderApp('/connector', { arrange: arrangeConnectors })
    await user.click((await rowOf(screen, 'http:web')).getByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('dialog', { name: "http:web can't be deleted" }))
    expect(dialog.getByRole('link', { name: 'http:post' })).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull()
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
    expect(network.asked.filter((line) => line.startsWith('DELETE'))).toEqual([])
    expect((await broker.ask('GET', '/connectors')).body).toHaveLength(2)
  })

  it('deletes one that nothing uses', async () => {
    const { screen, user, broker } = await renderApp('/connector', { arrange: arrangeConnectors })
    await user.click((await rowOf(screen, 'mqtt:far')).getByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect((await broker.ask('GET', '/connectors')).body).toHaveLength(1))
  })

  it.each([
    ['mqtt:far', 'Create source', '/rule/source/create?connector=mqtt%3Afar'],
    ['http:web', 'Create action', '/rule/actions/create?connector=http%3Aweb'],
    ['http:web', 'Create rule to it', '/rule/actions/create?connector=http%3Aweb&next=rule'],
  ])('leads from the row of %s to %s', async (name, label, path) => {
    const app = await renderApp('/connector', { arrange: arrangeConnectors })
    await app.user.click((await rowOf(app.screen, name)).getByRole('button', { name: /^Actions for/ }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: label }))
    await waitFor(() => expect(app.path()).toBe(path))
  })

  it('lets a viewer look only', async () => {
    const { screen } = await renderApp('/connector', {
      edition: 'enterprise',
      username: 'watcher',
      arrange: async (app, network) => {
        await arrangeConnectors(app, network)
        await app.ask('POST', '/users', {
          username: 'watcher',
          password: 'Watch3r99',
          role: 'viewer',
          description: '',
        })
      },
    })
    const row = await rowOf(screen, 'http:web')
    expect(row.getByRole('switch').getAttribute('aria-disabled')).toBe('true')
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/connector', { arrange: arrangeConnectors, locale: 'zh' })
    expect(await screen.findByText('2 个连接器，被 1 个动作和 0 个 Source 使用')).toBeDefined()
  })
})
