import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { far, open, twoLinks } from '#features/system/cluster-links/testing/open-links.ts'
import { renderApp } from '#testing/render-app.ts'

describe('cluster links', () => {
  it('lists what is fetched from whom, and how it is doing on each node', async () => {
    const { screen, user } = await open('/cluster-linking')
    const row = within(await screen.findByRole('row', { name: /far/ }))
    expect(row.getByText('fwd/#, cmd/+')).toBeDefined()
    expect(await row.findByText('Disconnected')).toBeDefined()
    const idle = within(screen.getByRole('row', { name: /idle/ }))
    expect(idle.getByText('None')).toBeDefined()
    expect(await idle.findByText('Disabled')).toBeDefined()
    await user.click(await row.findByRole('button', { name: /Nodes of far/ }))
    expect((await screen.findAllByText(/embedded broker does not link clusters/)).length).toBe(2)
  })

  it('says what stops when one is disabled, and keeps the rest of it', async () => {
    const { screen, user, broker } = await open('/cluster-linking')
    await user.click(await screen.findByRole('switch', { name: 'far enabled' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/no longer reach the subscribers here/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/cluster/links/link/far')).toMatchObject({
        body: { enable: false, topics: far.topics, password: '******' },
      }),
    )
    expect(JSON.stringify(broker.context.config.document('cluster'))).toContain('"password":"p"')
  })

  it('lets a viewer look only', async () => {
    const { screen } = await open('/cluster-linking', {
      username: 'eve',
      arrange: async (broker) => {
        await twoLinks(broker)
        const eve = { username: 'eve', password: 'Viewer1234', role: 'viewer', description: '' }
        await broker.ask('POST', '/users', eve)
      },
    })
    await screen.findByRole('row', { name: /far/ })
    expect(screen.getByRole('switch', { name: 'far enabled' }).ariaDisabled).toBe('true')
  })

  it('says what the community edition lacks', async () => {
    const { screen } = await renderApp('/cluster-linking')
    expect((await screen.findAllByText(/Enterprise/)).length).toBeGreaterThan(0)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('speaks Chinese', async () => {
    const { screen } = await open('/cluster-linking', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '集群连接' })).toBeDefined()
    expect(await screen.findByText('2 个集群连接')).toBeDefined()
  })
})
