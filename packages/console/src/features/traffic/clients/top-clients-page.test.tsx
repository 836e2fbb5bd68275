import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

const names = ({ screen }: RenderedApp) =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent)

describe('top clients', () => {
  it('has the fullest queue first, and sorts by anything else', async () => {
    const app = await renderApp('/clients', {
      arrange: async ({ context }) => {
        const { cluster } = context
        await connectClient(cluster, { clientId: 'quiet' })
        const reader = await connectClient(cluster, { clientId: 'reader' })
        await reader.subscribeAsync(['a', 'b', 'c'])
        const away = await connectClient(cluster, {
          clientId: 'away',
          clean: false,
          properties: { sessionExpiryInterval: 3600 },
        })
        await away.subscribeAsync('jobs', { qos: 1 })
        await away.endAsync()
        const writer = await connectClient(cluster, { clientId: 'writer' })
        for (const job of ['1', '2', '3']) await writer.publishAsync('jobs', job, { qos: 1 })
      },
    })
    const { screen, user, network } = app
    await user.click(await screen.findByRole('link', { name: 'Top clients' }))
    await screen.findByText('All 4 sessions')
    await screen.findByRole('link', { name: 'away' })
    expect(names(app)[0]).toBe('away')
    expect(
      within(screen.getByRole('link', { name: 'away' }).closest('tr') ?? document.body).getByText('3'),
    ).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Sort by Queue' }))
    expect(names(app).at(-1)).toBe('away')
    await user.click(screen.getByRole('button', { name: 'Sort by Subs' }))
    await user.click(screen.getByRole('button', { name: 'Sort by Subs' }))
    expect(names(app)[0]).toBe('reader')
    // The header calls the value an average: the broker updates counters too rarely for a current rate.
    for (const header of [/^Avg\. received \/s/, /^Avg\. sent \/s/])
      expect(screen.getByRole('columnheader', { name: header })).toBeDefined()
    const asked = network.asked.filter((line) => line.includes('limit=1000'))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('fields=clientid')
    expect(screen.queryByRole('button', { name: /Read/ })).toBeNull()
  })
})
