import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { arrangeActions } from '#features/integration/bridges/actions/testing/arrange-actions.ts'
import { renderApp } from '#testing/render-app.ts'

async function removeOf(path: string, name: string) {
  const app = await renderApp(path, { arrange: arrangeActions })
  await app.user.click(await app.screen.findByRole('button', { name: `Actions for ${name}` }))
  await app.user.click(await app.screen.findByRole('menuitem', { name: 'Delete…' }))
  return app
}

/** Selects all rows of the list, and presses the button above them. */
async function chosen(path: string, button: string) {
  const app = await renderApp(path, { arrange: arrangeActions })
  await app.screen.findByRole('link', { name: 'http:used' })
  await app.user.click(app.screen.getByRole('checkbox', { name: /Select all/ }))
  await app.user.click(await app.screen.findByRole('button', { name: button }))
  return app
}

describe('actions', () => {
  it('says how each fares, what it counted, and how many rules use it', async () => {
    const { screen } = await renderApp('/rule/actions', { arrange: arrangeActions })
    const row = within(
      (await screen.findByRole('link', { name: 'http:used' })).closest('tr') ?? document.body,
    )
    expect(row.getByText('To the receiver')).toBeDefined()
    expect(row.getByText('Disconnected')).toBeDefined()
    expect(screen.getByText('2 actions')).toBeDefined()
    expect(screen.getByRole('columnheader', { name: /Succeeded/ })).toBeDefined()
  })

  it('asks for one list, and for counters of what it shows', async () => {
    const { screen, network } = await renderApp('/rule/actions', { arrange: arrangeActions })
    await screen.findByRole('link', { name: 'http:used' })
    await waitFor(() => expect(network.asked.filter((line) => line.includes('/metrics'))).toHaveLength(2))
    expect(network.asked.filter((line) => /\/actions(\?|$)/.test(line))).toEqual([])
  })

  it('reads the whole list of a broker that has no summaries, and asks for them once', async () => {
    const { screen, user, network } = await renderApp('/rule/actions', {
      arrange: async (broker, net) => {
        await arrangeActions(broker, net)
        net.answer(/\/actions_summary/, () =>
          Response.json({ code: 'NOT_FOUND', message: 'Request Path Not Found' }, { status: 404 }),
        )
      },
    })
    expect(await screen.findByRole('link', { name: 'http:used' })).toBeDefined()
    const lists = () => network.asked.filter((line) => /GET .*\/actions(\?|$)/.test(line)).length
    const before = lists()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(lists()).toBeGreaterThan(before))
    expect(network.asked.filter((line) => line.includes('actions_summary'))).toHaveLength(1)
  })

  it.each([
    ['rule=hot', 'http:used'],
    ['name=free', 'http:free'],
  ])('filters by %s from the address', async (search, found) => {
    const { screen } = await renderApp(`/rule/actions?${search}`, { arrange: arrangeActions })
    expect(await screen.findByRole('link', { name: found })).toBeDefined()
    expect(screen.getAllByRole('link', { name: /^http:/ })).toHaveLength(1)
  })

  it('deletes a used one once its name was typed, and takes it out of the rules', async () => {
    const { screen, user, broker } = await removeOf('/rule/actions', 'http:used')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    expect(dialog.getByRole('link', { name: 'hot' })).toBeDefined()
    const confirm = dialog.getByRole('button', { name: 'Delete' })
    expect(confirm.getAttribute('aria-disabled')).toBe('true')
    await user.type(dialog.getByRole('textbox'), 'http:used')
    await user.click(confirm)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
        body: { actions: [{ function: 'console' }] },
      }),
    )
    expect((await broker.ask('GET', '/actions/http:used')).status).toBe(404)
  })

  it('deletes one that no rule uses after one question', async () => {
    const { screen, user, broker } = await removeOf('/rule/actions', 'http:free')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect((await broker.ask('GET', '/actions/http:free')).status).toBe(404))
  })

  it('deletes many once it was said which rules lose something, and how many there are was typed', async () => {
    const { screen, user, broker } = await chosen('/rule/actions', 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 actions?' }))
    expect(dialog.getByText('http:used')).toBeDefined()
    expect(dialog.getByRole('link', { name: 'hot' })).toBeDefined()
    expect(dialog.queryByText('http:free')).toBeNull()
    expect(dialog.getByText(/removes 1 reference in rules/)).toBeDefined()
    const confirm = dialog.getByRole('button', { name: 'Delete' })
    expect(confirm.getAttribute('aria-disabled')).toBe('true')
    await user.type(dialog.getByRole('textbox'), '2')
    await user.click(confirm)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
        body: { actions: [{ function: 'console' }] },
      }),
    )
    await waitFor(async () => expect((await broker.ask('GET', '/actions')).body).toEqual([]))
  })

  it('disables many once it was said which rules use them', async () => {
    const { screen, user, broker } = await chosen('/rule/actions', 'Disable')
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable 2 actions?' }))
    expect(dialog.getByRole('link', { name: 'hot' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/actions/http:used')).toMatchObject({ body: { enable: false } }),
    )
  })

  it('lead from their row to a new rule that hands over to one', async () => {
    const app = await renderApp('/rule/actions', { arrange: arrangeActions })
    await app.user.click(await app.screen.findByRole('button', { name: 'Actions for http:free' }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: 'Create rule' }))
    await waitFor(() => expect(app.path()).toBe('/rule/rules/create?actionId=http%3Afree'))
  })
})
