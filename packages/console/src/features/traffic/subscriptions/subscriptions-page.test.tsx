import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const subscribers: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  const device = await connectClient(context.cluster, { clientId: 'device-1' })
  await device.subscribeAsync('cmd/device-1/#', { qos: 2, nl: true })
  const worker = await connectClient(context.cluster, { clientId: 'worker-1' })
  await worker.subscribeAsync('$share/jobs/tasks/+', { qos: 1 })
}

async function openSubscriptions(query = '', options: RenderOptions = {}) {
  return await renderApp(`/subscriptions/subscription${query}`, { arrange: subscribers, ...options })
}

describe('subscriptions', () => {
  it('shows who listens to what, with options and share group', async () => {
    const { screen } = await openSubscriptions()
    const row = (await screen.findByText('cmd/device-1/#')).closest('tr') ?? document.body
    expect(within(row).getByText('NL')).toBeDefined()
    expect(within(row).getByRole('link', { name: 'device-1' }).getAttribute('href')).toBe(
      '/clients/detail/device-1',
    )
    const shared = screen.getByText('$share/jobs/tasks/+').closest('tr') ?? document.body
    expect(within(shared).getByText('jobs')).toBeDefined()
  })

  it('filters by what the link says', async () => {
    const { screen, network } = await openSubscriptions('?match_topic=cmd/%23&qos=2')
    expect(await screen.findByText('cmd/device-1/#')).toBeDefined()
    expect(screen.queryByText('$share/jobs/tasks/+')).toBeNull()
    expect(network.asked.some((line) => line.includes('match_topic=cmd%2F%23&qos=2'))).toBe(true)
  })

  it('finds who receives a topic, whatever the filter, and a filter as it was subscribed to', async () => {
    const { screen } = await openSubscriptions('?receives=tasks/7')
    expect(await screen.findByRole('link', { name: 'worker-1' })).toBeDefined()
    expect(screen.getByText(/^1 of \d+ subscribed filters covers the topic:/)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'device-1' })).toBeNull()
  })

  it('finds a shared filter as it was subscribed to', async () => {
    const { screen } = await openSubscriptions('?topic=$share/jobs/tasks/%2B')
    expect(await screen.findByRole('link', { name: 'worker-1' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'device-1' })).toBeNull()
  })

  it('says that nobody receives a topic', async () => {
    const { screen } = await openSubscriptions('?receives=nobody/here')
    expect(await screen.findByText(/reaches nobody now/)).toBeDefined()
  })

  it('refreshes itself as often as is chosen, remembers that, and never with a filter that costs', async () => {
    localStorage.removeItem('subscriptionTableRefresh')
    const { screen, user, broker } = await openSubscriptions()
    await screen.findByText('cmd/device-1/#')
    await user.click(screen.getByRole('button', { name: 'Refresh automatically: Off' }))
    await user.click(await screen.findByRole('menuitemradio', { name: '5 s' }))
    expect(localStorage.getItem('subscriptionTableRefresh')).toBe('5')
    const late = await connectClient(broker.context.cluster, { clientId: 'late-1' })
    await late.subscribeAsync('late/#')
    expect(await screen.findByText('late/#', undefined, { timeout: 9000 })).toBeDefined()
    await user.type(screen.getByRole('searchbox', { name: 'Receives topic' }), 'late/1{Enter}')
    const off = await screen.findByRole('button', { name: 'Refresh automatically: Off' })
    expect(off.getAttribute('aria-disabled')).toBe('true')
    localStorage.removeItem('subscriptionTableRefresh')
  })

  it('takes a node in its link', async () => {
    const { screen } = await openSubscriptions('?node=emqx2@127.0.0.2')
    expect(await screen.findByText('No subscription matches')).toBeDefined()
  })

  it('tells an empty list from one where nothing matches', async () => {
    const { screen, user } = await openSubscriptions('?clientid=ghost')
    expect(await screen.findByText('No subscription matches')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByText('cmd/device-1/#')).toBeDefined()
  })

  it('shows why the broker refuses a filter', async () => {
    const { screen } = await openSubscriptions('?match_topic=$share/g/t')
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
  })

  it('goes back to the first page from an empty one', async () => {
    const { screen, path } = await openSubscriptions('?page=9')
    expect(
      await screen.findByText('No data available on this page. Redirected to the first page.'),
    ).toBeDefined()
    expect(await screen.findByText('cmd/device-1/#')).toBeDefined()
    expect(path()).toBe('/subscriptions/subscription')
  })

  it('speaks Chinese', async () => {
    const { screen } = await openSubscriptions('', { locale: 'zh', arrange: () => undefined })
    expect(await screen.findByText('暂无订阅')).toBeDefined()
  })
})
