import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'
import { arrangeConnectors } from './testing/arrange-connectors.ts'

const rowOf = async (
  screen: { findByRole: (role: string, options: object) => Promise<HTMLElement> },
  name: string,
) => within((await screen.findByRole('link', { name })).closest('tr') ?? document.body)

describe('connectors', () => {
  it('says what each is for, how it fares, and why it is not connected', async () => {
    const { screen, user, broker } = await renderApp('/connector', { arrange: arrangeConnectors })
    const row = await rowOf(screen, 'http:web')
    expect(row.getByText('1 action')).toBeDefined()
    expect(screen.getByText('2 connectors, used by 1 action and 0 sources')).toBeDefined()
    const { status_reason: reason } = Object(await broker.ask('GET', '/connectors/http:web')).body
    // What is wrong has a line of its own below, with what to do about it.
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

  it('says where each leads, what it carries, and since when it fails', async () => {
    const { screen, user } = await renderApp('/connector', {
      arrange: async (broker, network) => {
        await arrangeConnectors(broker, network)
        await broker.ask('POST', '/rules', { id: 'all', sql: 'SELECT * FROM "t"', actions: ['http:post'] })
        await broker.world.cluster.publish({ topic: 't', payload: Buffer.from('x'), qos: 0, retain: false })
      },
    })
    const row = await rowOf(screen, 'http:web')
    expect(row.getByText('http://127.0.0.1:9')).toBeDefined()
    const column = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const cells = screen.getByRole('link', { name: 'http:web' }).closest('tr')?.children
    // The first cell chooses the row, and has no head.
    const cell = (name: string) => cells?.item(column.findIndex((one) => one?.startsWith(name)) + 1)
    await waitFor(() => expect(cell('Pending')?.textContent).toBe('1'))
    const since = cell('Problem seen since')?.querySelector('time')?.dateTime
    expect(since).toBeDefined()
    // It was not first seen again.
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
      ...['All 2', 'Problems 1', 'Connected 0', 'Disabled 1'],
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
