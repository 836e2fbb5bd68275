import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

const review = ({ screen }: RenderedApp) => within(screen.getByRole('region', { name: 'Review changes' }))

const settingsOf = async ({ ask }: TestBroker) => (await ask('GET', '/rule_engine')).body

describe('rule engine settings', () => {
  it('are reached from the rules, and changed with what that means for them', async () => {
    const app = await renderApp('/rule/rules')
    const { screen, user, broker, path } = app
    const page = within(await screen.findByRole('main'))
    await user.click(await page.findByRole('button', { name: 'Settings' }))
    const timeout = await screen.findByRole('textbox', { name: 'jq timeout' })
    expect(path()).toBe('/rule/engine')
    expect(timeout).toHaveProperty('value', '10')
    await user.clear(timeout)
    await user.type(timeout, '5')
    await user.click(screen.getByRole('switch', { name: 'Ignore system messages' }))
    expect(await review(app).findByText(/now run for each message the broker publishes there/)).toBeDefined()
    expect(review(app).getByText(/calls take longer fail/)).toBeDefined()
    await user.click(review(app).getByRole('button', { name: /^Apply \d/ }))
    await waitFor(async () =>
      expect(await settingsOf(broker)).toEqual({
        ignore_sys_message: false,
        jq_function_default_timeout: 5000,
      }),
    )
  })

  it('keep what is no duration back, and show milliseconds as the broker has them', async () => {
    const app = await renderApp('/rule/engine', {
      arrange: async ({ ask }) => {
        await ask('PUT', '/rule_engine', { jq_function_default_timeout: '1500ms' })
      },
    })
    const { screen, user, broker } = app
    const timeout = await screen.findByRole('textbox', { name: 'jq timeout' })
    expect(timeout).toHaveProperty('value', '1500')
    await user.clear(timeout)
    await user.type(timeout, 'long')
    await user.click(review(app).getByRole('button', { name: /^Apply \d/ }))
    expect((await screen.findAllByText(/duration/i)).length).toBeGreaterThan(0)
    expect(await settingsOf(broker)).toMatchObject({ jq_function_default_timeout: 1500 })
  })

  it('cannot be changed by a viewer', async () => {
    const { screen, user } = await renderApp('/rule/engine', {
      edition: 'enterprise',
      username: 'eve',
      arrange: async ({ ask }) => {
        await ask('POST', '/users', {
          username: 'eve',
          password: 'Passw0rd-1',
          description: '',
          role: 'viewer',
        })
      },
    })
    const ignore = await screen.findByRole('switch', { name: 'Ignore system messages' })
    await user.click(ignore)
    expect(ignore.getAttribute('aria-checked')).toBe('true')
  })

  it('speak Chinese', async () => {
    const { screen } = await renderApp('/rule/engine', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '规则引擎设置' })).toBeDefined()
    expect((await screen.findAllByText('jq 超时')).length).toBeGreaterThan(0)
  })
})
