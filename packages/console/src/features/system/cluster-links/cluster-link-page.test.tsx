import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { far, open } from '#features/system/cluster-links/testing/open-links.ts'
import { confirmSave } from '#testing/confirm-save.ts'

describe('one cluster link', () => {
  it('names the filter that another one covers, before anything is sent', async () => {
    const app = await open('/cluster-linking/detail/far?tab=settings')
    const { screen, user, broker } = app
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
    await confirmSave(app)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/cluster/links/link/far')).toMatchObject({
        body: { topics: ['fwd/#', 'other/1'], password: '******', enable: true },
      }),
    )
  })

  it('says what to check where the other cluster is not reached, and nothing of one that is disabled', async () => {
    const { screen, user } = await open('/cluster-linking/detail/far')
    expect(
      await screen.findByText(/^Check on every node whether 127\.0\.0\.9:1888 can be reached/),
    ).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Cluster Linking' }))
    await user.click(await screen.findByRole('link', { name: 'idle' }))
    await screen.findByRole('heading', { name: 'idle' })
    expect(screen.queryByText(/^Check on every node/)).toBeNull()
  })

  it('leads back to the list when one is deleted', async () => {
    const { screen, user, broker, path } = await open('/cluster-linking/detail/idle')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(path()).toBe('/cluster-linking'))
    expect(await broker.ask('GET', '/cluster/links')).toMatchObject({ body: [{ name: 'far' }] })
  })

  it('says that a link is gone, and that there are none yet', async () => {
    const { screen } = await open('/cluster-linking/detail/none')
    expect(await screen.findByText('There is no such cluster link')).toBeDefined()
  })
})
