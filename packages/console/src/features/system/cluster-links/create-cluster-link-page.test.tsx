import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { open } from '#features/system/cluster-links/testing/open-links.ts'

describe('a new cluster link', () => {
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
})
