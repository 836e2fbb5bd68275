import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const two: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/rules', { id: 'hot', sql: 'SELECT * FROM "plant/+/temperature"', description: 'Alarm' })
  await ask('POST', '/rules', { id: 'gone', sql: 'SELECT * FROM "$events/client_disconnected"' })
}

describe('rules', () => {
  it('lists what stands in FROM, and disables one after it was asked', async () => {
    const { screen, user, broker } = await renderApp('/rule/rules', { arrange: two })
    const row = within((await screen.findByText('hot')).closest('tr') ?? document.body)
    expect(row.getByText('plant/+/temperature')).toBeDefined()
    await user.click(row.getByRole('switch'))
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/hot')).toMatchObject({ body: { enable: false } }),
    )
    expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
      body: { sql: 'SELECT * FROM "plant/+/temperature"' },
    })
  })
})
