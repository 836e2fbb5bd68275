import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'
import { arrangeActions } from './testing/arrange-actions.ts'

describe('sources', () => {
  it('are not deleted while rules use them', async () => {
    const { screen, user, broker, network } = await renderApp('/rule/source', { arrange: arrangeActions })
    await user.click(await screen.findByRole('button', { name: 'Actions for mqtt:in' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('dialog', { name: "mqtt:in can't be deleted" }))
    expect(dialog.getByRole('link', { name: 'fed' })).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(network.asked.filter((line) => line.startsWith('DELETE'))).toEqual([])
    expect((await broker.ask('GET', '/sources')).body).toHaveLength(1)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/rule/source', { arrange: arrangeActions, locale: 'zh' })
    expect(await screen.findByText('1 个 Source')).toBeDefined()
  })
})
