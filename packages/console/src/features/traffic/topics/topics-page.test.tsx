import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const subscribers: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  const client = await connectClient(context.cluster, { clientId: 'worker-1' })
  await client.subscribeAsync(['alarms/+', '$share/jobs/tasks/#', '$share/jobs/tasks/1/+'])
}

describe('topics', () => {
  it('lists routes and leads to their subscribers', async () => {
    const { screen, user, path } = await renderApp('/subscriptions/topics', { arrange: subscribers })
    expect(await screen.findByText('alarms/+')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Show subscribers of $share/jobs/tasks/#' }))
    expect(await screen.findByRole('link', { name: 'worker-1' })).toBeDefined()
    // The list holds only subscribers of this filter, not of topics that the filter covers.
    expect(screen.getAllByRole('link', { name: 'worker-1' })).toHaveLength(1)
    expect(path()).toBe('/subscriptions/subscription?topic=%24share%2Fjobs%2Ftasks%2F%23')
  })

  it('finds a shared topic by its filter', async () => {
    const { screen } = await renderApp('/subscriptions/topics?topic=tasks/%23', { arrange: subscribers })
    expect(await screen.findByText('$share/jobs/tasks/#')).toBeDefined()
    expect(screen.queryByText('alarms/+')).toBeNull()
  })

  it('says that topics exist only while somebody subscribes', async () => {
    const { screen } = await renderApp('/subscriptions/topics')
    expect(await screen.findByText(/exists only while somebody subscribes/)).toBeDefined()
  })

  it('shows that the broker cannot be reached', async () => {
    const app = await renderApp('/subscriptions/topics')
    await app.screen.findByText('No topics')
    app.network.cut(true)
    await app.user.click(app.screen.getByRole('button', { name: 'Refresh' }))
    expect((await app.screen.findAllByText(/Network Error/)).length).toBeGreaterThan(0)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/subscriptions/topics', { locale: 'zh', arrange: subscribers })
    expect(await screen.findByRole('heading', { name: '主题' })).toBeDefined()
    expect(await screen.findByText('alarms/+')).toBeDefined()
  })
})
