import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { arrangeActions } from '#features/integration/bridges/actions/testing/arrange-actions.ts'
import { renderApp } from '#testing/render-app.ts'

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

  it('are left out of many that are deleted while rules use them', async () => {
    const { screen, user, broker } = await renderApp('/rule/source', {
      arrange: async (broker, network) => {
        await arrangeActions(broker, network)
        const parameters = { topic: 'far/#', qos: 1 }
        await broker.ask('POST', '/sources', { type: 'mqtt', name: 'free', connector: 'far', parameters })
      },
    })
    await screen.findByRole('link', { name: 'mqtt:free' })
    await user.click(screen.getByRole('checkbox', { name: /Select all/ }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    expect(dialog.getByText('Not deleted: 1 source')).toBeDefined()
    expect(dialog.getByText('mqtt:in')).toBeDefined()
    expect(dialog.getByRole('link', { name: 'fed' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect((await broker.ask('GET', '/sources')).body).toHaveLength(1))
    expect((await broker.ask('GET', '/sources/mqtt:in')).status).toBe(200)
  })

  it('are not asked to be deleted where rules use all that were chosen', async () => {
    const { screen, user, network } = await renderApp('/rule/source', { arrange: arrangeActions })
    await screen.findByRole('link', { name: 'mqtt:in' })
    await user.click(screen.getByRole('checkbox', { name: /Select all/ }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: "mqtt:in can't be deleted" }))
    expect(dialog.getByRole('link', { name: 'fed' })).toBeDefined()
    expect(network.asked.filter((line) => line.startsWith('DELETE'))).toEqual([])
  })

  it.each([
    ['their list', '/rule/source', /^Disconnected/],
    ['the page of one', '/rule/source/mqtt%3Ain', 'Connected to'],
    ['a rule that reads from one', '/rule/rules', 'fed'],
    ['the page of that rule', '/rule/rules/fed', 'Failed'],
  ] as const)('say nothing of buffers where none is connected: %s', async (_, path, shown) => {
    const { screen, broker } = await renderApp(path, {
      arrange: async (broker, network) => {
        await arrangeActions(broker, network)
        await broker.ask('DELETE', '/rules/hot')
      },
    })
    expect((await broker.ask('GET', '/sources/mqtt:in')).body).toMatchObject({ status: 'disconnected' })
    expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
    expect(document.body.textContent).not.toMatch(/buffer|until it (?:is|re)/i)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/rule/source', { arrange: arrangeActions, locale: 'zh' })
    expect(await screen.findByText('1 个 Source')).toBeDefined()
  })

  it('lead from their row to a new rule that reads one', async () => {
    const app = await renderApp('/rule/source', { arrange: arrangeActions })
    await app.user.click(await app.screen.findByRole('button', { name: 'Actions for mqtt:in' }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: 'Create rule' }))
    await waitFor(() => expect(app.path()).toBe('/rule/rules/create?sourceId=mqtt%3Ain'))
  })
})
