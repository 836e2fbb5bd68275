import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const far = { name: 'far', server: '127.0.0.9:1888', topics: ['fwd/#', 'cmd/+'], password: 'p' }

async function two({ ask }: TestBroker) {
  await ask('POST', '/cluster/links', far)
  await ask('POST', '/cluster/links', { ...far, name: 'idle', topics: [], enable: false })
}

const open = (path: string, options: RenderOptions = {}) =>
  renderApp(path, { edition: 'enterprise', arrange: two, ...options })

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
    expect(JSON.stringify(broker.world.config.document('cluster'))).toContain('"password":"p"')
  })

  it('is created under the name of the other cluster', async () => {
    const { screen, user, broker, path } = await open('/cluster-linking/create')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    const type = (name: RegExp, text: string) => user.type(screen.getByRole('textbox', { name }), text)
    await type(/^Cluster name/, 'far')
    await type(/^Server/, '10.0.0.9:1883')
    expect((await screen.findAllByText('There is a link to this cluster already')).length).toBeGreaterThan(0)
    expect(screen.getAllByText(/Nothing is fetched/).length).toBeGreaterThan(0)
    await user.clear(screen.getByRole('textbox', { name: /^Cluster name/ }))
    await type(/^Cluster name/, 'near')
    await user.click(review.getByRole('button', { name: 'Create cluster link' }))
    await waitFor(() => expect(path()).toBe('/cluster-linking'))
    expect(await broker.ask('GET', '/cluster/links/link/near')).toMatchObject({
      body: { server: '10.0.0.9:1883', topics: [], enable: true },
    })
  })

  it('names the filter that another one covers, before anything is sent', async () => {
    const { screen, user, broker } = await open('/cluster-linking/detail/far?tab=settings')
    const first = await screen.findByDisplayValue('cmd/+')
    await user.clear(first)
    await user.type(first, 'fwd/1')
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    await user.click(review.getByRole('button', { name: /^Apply \d change/ }))
    expect(
      (await screen.findAllByText('Covered by another filter of the list: fwd/1')).length,
    ).toBeGreaterThan(0)
    expect(await broker.ask('GET', '/cluster/links/link/far')).toMatchObject({ body: { topics: far.topics } })
    await user.clear(first)
    await user.type(first, 'other/1')
    await user.click(review.getByRole('button', { name: /^Apply \d change/ }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/cluster/links/link/far')).toMatchObject({
        body: { topics: ['fwd/#', 'other/1'], password: '******', enable: true },
      }),
    )
  })

  it('leads back to the list when one is deleted', async () => {
    const { screen, user, broker, path } = await open('/cluster-linking/detail/idle')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(path()).toBe('/cluster-linking'))
    expect(await broker.ask('GET', '/cluster/links')).toMatchObject({ body: [{ name: 'far' }] })
  })

  it('lets a viewer look only', async () => {
    const { screen } = await open('/cluster-linking', {
      username: 'eve',
      arrange: async (broker) => {
        await two(broker)
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

  it('says that a link is gone, and that there are none yet', async () => {
    const { screen } = await open('/cluster-linking/detail/none')
    expect(await screen.findByText('There is no such cluster link')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await open('/cluster-linking', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '集群连接' })).toBeDefined()
    expect(await screen.findByText('2 个集群连接')).toBeDefined()
  })
})
