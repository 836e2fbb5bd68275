import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

describe('columns that the broker refuses to be given', () => {
  it('are seen by the preview, named so, and kept from the broker', async () => {
    const app = await renderApp('/rule/rules/create')
    const { screen, user, network } = app
    const box = await screen.findByRole('textbox', { name: 'SQL' })
    await user.clear(box)
    await user.click(box)
    await user.paste('SELECT flags.retain as retain, topic FROM "t/#"')
    await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
    await user.click(screen.getByRole('button', { name: 'Paste…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Paste messages' }))
    const flags = { event_type: 'message_publish', topic: 't/1', flags: { retain: true } }
    await user.click(dialog.getByRole('textbox'))
    await user.paste(JSON.stringify(flags))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await screen.findByRole('textbox', { name: 'flags (preview only)' })).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    await waitFor(async () =>
      expect((await screen.findByRole('region', { name: 'Output' })).textContent).toContain('"retain": true'),
    )
    await user.click(screen.getByRole('button', { name: 'Ask the broker' }))
    expect(
      await screen.findByText(/The broker's test takes no flags: it evaluates the message without/),
    ).toBeDefined()
    expect(screen.queryByText('The broker gives another result')).toBeNull()
    expect(network.asked.filter((line) => line.includes('/rule_test'))).toHaveLength(1)
  })
})
