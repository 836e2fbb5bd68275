import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const path = '/dashboard/overview'

describe('the overview', () => {
  it('shows figures, nodes and alarms of the cluster', async () => {
    const { screen } = await renderApp(path, {
      nodes: 3,
      arrange: async ({ world }) => {
        const client = await connectClient(world.cluster, { clientId: 'pump-1' })
        await client.subscribeAsync('plant/#')
      },
    })
    const figures = await screen.findByRole('region', { name: 'Figures of the cluster' })
    const [live] = await within(figures).findAllByRole('link', { name: '1' })
    expect(live?.getAttribute('href')).toContain('/clients?conn_state=connected')
    within(figures).getByText('of 1 sessions')
    within(figures).getByRole('link', { name: '0 shared, 1 topics' })
    await screen.findByRole('link', { name: 'emqx@127.0.0.1' })
    const table = screen.getByRole('table', { name: 'Nodes' })
    expect(within(table).getAllByRole('row')).toHaveLength(4)
    expect(within(table).getAllByText('Running')).toHaveLength(3)
    screen.getByText(/^3 of 3 nodes running, up /)
    await screen.findByText('No alarm is active.')
    expect(document.title).toBe('Cluster overview · Brokerdeck')
  })

  it('says which node is stopped and leads to it', async () => {
    const {
      screen,
      user,
      path: currentPath,
    } = await renderApp(path, {
      arrange: async ({ world }) => {
        await world.cluster.nodes[1]?.stop()
      },
    })
    const health = await screen.findByRole('region', { name: 'Health' })
    const link = await within(health).findByRole('link', { name: 'emqx2 stopped' })
    await screen.findByRole('row', { name: /emqx2@127\.0\.0\.2 Stopped Core — — — —/ })
    screen.getByText('1 running, 1 stopped')
    await user.click(link)
    await screen.findByText('emqx2@127.0.0.2 is stopped')
    expect(currentPath()).toBe('/dashboard/nodes/emqx2%40127.0.0.2')
  })

  it('keeps range and node in the link and asks the broker for them', async () => {
    const { screen, user, network, path: currentPath } = await renderApp(path)
    await user.click(await screen.findByRole('button', { name: '6 h' }))
    await screen.findByRole('heading', { name: 'Last 6 hours' })
    const picker = screen.getByRole('combobox', { name: 'Cluster or node' })
    await user.selectOptions(picker, await within(picker).findByRole('option', { name: 'emqx2@127.0.0.2' }))
    await waitFor(() =>
      expect(network.asked).toContain('GET /api/v5/monitor/nodes/emqx2%40127.0.0.2?latest=21600'),
    )
    expect(currentPath()).toBe(`${path}?range=6h&node=emqx2%40127.0.0.2`)
  })

  it('falls back to the last hour where a link asks for nonsense', async () => {
    const { screen } = await renderApp(`${path}?range=5y`)
    await screen.findByRole('heading', { name: 'Last hour' })
  })

  it('says so where a link asks for a node that is not there', async () => {
    const { screen, user, path: currentPath } = await renderApp(`${path}?node=ghost%40127.0.0.9`)
    await screen.findByText('ghost@127.0.0.9 does not answer: it is stopped, or there is no such node.')
    const picker = screen.getByRole('combobox', { name: 'Cluster or node' })
    await user.selectOptions(picker, 'Cluster')
    await screen.findByRole('region', { name: 'Topics' })
    expect(currentPath()).toBe(path)
  })

  it('shows the figures of a chart as a table', async () => {
    const { screen, user } = await renderApp(path, {
      arrange: ({ world }) => world.monitor.sample(),
    })
    const chart = await screen.findByRole('region', { name: 'Topics' })
    await user.click(within(chart).getByRole('button', { name: 'Topics: show the figures as a table' }))
    const table = await within(chart).findByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Time', 'Topics'])
    await waitFor(() => expect(within(table).getAllByRole('row').length).toBeGreaterThan(1))
  })

  it('moves through time and zooms by keyboard', async () => {
    const { screen, user } = await renderApp(path, {
      arrange: ({ world }) => world.monitor.sample(),
    })
    const slider = await screen.findByRole('slider', { name: 'Topics: move through time' })
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d:\d\d: Topics 0$/)
    slider.focus()
    await user.keyboard('+')
    await user.click(await screen.findByRole('button', { name: 'Show the whole range' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show the whole range' })).toBeNull())
    slider.focus()
    await user.keyboard('+')
    await screen.findByRole('button', { name: 'Show the whole range' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show the whole range' })).toBeNull())
  })

  it('resets the history after asking', async () => {
    const { screen, user, broker } = await renderApp(path, {
      arrange: ({ world }) => world.monitor.sample(),
    })
    expect(broker.world.monitor.history(3600).length).toBeGreaterThan(0)
    await user.click(await screen.findByRole('button', { name: 'Reset monitor data' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm to reset monitor data?' })
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
    await screen.findByText('Reset successfully')
    expect(broker.world.monitor.history(3600)).toEqual([])
  })

  it('says why the history cannot be reset', async () => {
    const { screen, user, network, broker } = await renderApp(path, {
      arrange: ({ world }) => world.monitor.sample(),
    })
    await screen.findByRole('region', { name: 'Topics' })
    network.answer(/\/api\/v5\/monitor$/, () =>
      Response.json({ code: 'READ_ONLY', message: 'started with --read-only' }, { status: 403 }),
    )
    await user.click(screen.getByRole('button', { name: 'Reset monitor data' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.getAllByText(/read-only/i).length).toBeGreaterThan(0))
    expect(broker.world.monitor.history(3600).length).toBeGreaterThan(0)
  })

  it('shows what it can while one resource cannot be read, and claims nothing about it', async () => {
    const { screen, user, network } = await renderApp('/subscriptions/topics')
    network.answer(/\/monitor_current$/, () =>
      Response.json({ code: 'INTERNAL_ERROR', message: 'error, {badkey,x}, []' }, { status: 500 }),
    )
    await user.click(await screen.findByRole('link', { name: 'Overview' }))
    const health = await screen.findByRole('region', { name: 'Health' })
    await within(health).findByText('could not be checked: dropped messages')
    const figures = screen.getByRole('region', { name: 'Figures of the cluster' })
    expect(within(figures).getAllByText('—')).toHaveLength(6)
    await screen.findByText(/^2 of 2 nodes running/)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp(path, { locale: 'zh' })
    await screen.findByRole('heading', { level: 1, name: '集群概览' })
    await screen.findByText('没有活动告警。')
    await screen.findByRole('heading', { name: '最近 1 小时' })
    await screen.findByText(/^2 个节点中 2 个运行中/)
  })
})
