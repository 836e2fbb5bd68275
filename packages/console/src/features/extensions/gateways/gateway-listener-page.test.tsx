import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openGateways } from '#features/extensions/gateways/testing/open-gateways.ts'

describe('one listener of a gateway', () => {
  it('moves to another port, with all else as it was', async () => {
    const { screen, user, broker } = await openGateways(
      '/gateway/detail/stomp/listener/stomp%3Atcp%3Adefault',
    )
    const bind = await screen.findByRole('textbox', { name: /^Bind/ })
    await user.clear(bind)
    await user.type(bind, '61700')
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    expect(review.getByText(/starts again with these settings. It has no connections now/)).toBeDefined()
    await user.click(review.getByRole('button', { name: /^Apply \d change/ }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/stomp/listeners/stomp%3Atcp%3Adefault')).toMatchObject({
        body: { bind: ':61700', max_connections: 1000, enable: true },
      }),
    )
  })

  it('says that there is none', async () => {
    const { screen } = await openGateways('/gateway/detail/stomp/listener/none', { locale: 'zh' })
    expect(await screen.findByText('该网关没有这个监听器')).toBeDefined()
  })
})
