import { delayedRoot } from '@brokerdeck/embedded-broker/config/roots/delayed-root.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

const review = ({ screen }: RenderedApp) => within(screen.getByRole('region', { name: 'Review changes' }))

const apply = async (app: RenderedApp) =>
  app.user.click(review(app).getByRole('button', { name: /^Apply \d/ }))

describe('settings of delayed publish', () => {
  it('limits how many wait', async () => {
    const app = await renderApp('/delayed-pub-configuration')
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('switch', { name: /Unlimited/ }))
    const current = () =>
      screen
        .getAllByRole('link', { name: 'Delayed Publish', hidden: true })
        .map((link) => link.getAttribute('aria-current'))
    // The menu is rendered after the page.
    await waitFor(() => expect(current()).toContain('page'))
    const limit = screen.getByRole('textbox', { name: 'Most messages that wait' })
    await user.clear(limit)
    await user.type(limit, '500')
    await apply(app)
    await waitFor(() => expect(broker.context.cluster.settings.delayed.maxMessages).toBe(500))
    expect(broker.context.config.get(delayedRoot)).toEqual({ enable: true, max_delayed_messages: 500 })
  })

  it('says what is lost before it turns delaying off', async () => {
    const app = await renderApp('/delayed-pub-configuration', {
      arrange: async ({ ask }) => {
        await ask('POST', '/publish', { topic: '$delayed/600/a', payload: 'x' })
        await ask('POST', '/publish', { topic: '$delayed/600/b', payload: 'x' })
      },
    })
    const { screen, user, broker } = app
    const [enable] = await screen.findAllByRole('switch')
    if (enable === undefined) throw new Error('no switch')
    await user.click(enable)
    expect(await review(app).findByText(/The 2 messages that wait are lost/)).toBeDefined()
    await apply(app)
    const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
    expect(question.getByText(/The 2 messages that wait are lost/)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(broker.context.cluster.settings.delayed.isEnabled).toBe(false))
    expect(broker.context.cluster.delayed.all()).toEqual([])
  })

  it('cannot be changed in a read-only console', async () => {
    const { screen, user } = await renderApp('/delayed-pub-configuration', { config: { readOnly: true } })
    const [enable] = await screen.findAllByRole('switch')
    if (enable === undefined) throw new Error('no switch')
    await user.click(enable)
    expect(enable.getAttribute('aria-disabled')).toBe('true')
    expect(enable.getAttribute('aria-checked')).toBe('true')
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/delayed-pub-configuration', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '延迟发布设置' })).toBeDefined()
    expect((await screen.findAllByText('最多等待的消息数')).length).toBeGreaterThan(0)
  })
})
