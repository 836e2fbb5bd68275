import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { makeWebhook, partsOf } from '#features/integration/webhooks/testing/arrange-webhooks.ts'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const arrange: RenderOptions['arrange'] = async (broker) => {
  await makeWebhook(broker, 'desk_WH_D', { url: 'http://127.0.0.1:9/desk' })
  await broker.ask('POST', '/connectors', { type: 'http', name: 'half_WH_D', url: 'http://127.0.0.1:9' })
  await broker.ask('POST', '/connectors', { type: 'http', name: 'plain', url: 'http://127.0.0.1:9' })
}

const open = (options: RenderOptions = {}) => renderApp('/webhook', { arrange, ...options })

async function choose({ screen, user }: Awaited<ReturnType<typeof open>>, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('webhooks', () => {
  it('says of each where it sends what, and how it fares', async () => {
    const { screen } = await open()
    const link = await screen.findByRole('link', { name: 'desk' })
    const row = within(link.closest('tr') ?? document.body)
    expect(row.getByText('http://127.0.0.1:9/desk')).toBeDefined()
    expect(row.getByText('t/#')).toBeDefined()
    expect(row.getByText('Disconnected')).toBeDefined()
    // The problem is shown below the row, where the advice has enough room.
    expect(await screen.findByText(/Nothing accepts connections at this address and port\./)).toBeDefined()
    expect(screen.getByText('1 webhook')).toBeDefined()
    expect(screen.queryByText('plain')).toBeNull()
  })

  it('tells apart what lacks a part, and what that is', async () => {
    const { screen } = await open()
    const left = within(await screen.findByRole('region', { name: 'Incomplete webhooks' }))
    expect(left.getByText('half')).toBeDefined()
    expect(left.getByText('the action and the rule')).toBeDefined()
    expect(left.queryByText('desk')).toBeNull()
  })

  it('deletes the rest of an incomplete one', async () => {
    const app = await open()
    await choose(app, 'half', 'Delete the rest…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Delete what is left of half?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete the rest' }))
    await waitFor(async () => expect(await partsOf(app.broker, 'half_WH_D')).toEqual([404, 404, 404]))
    await waitFor(() => expect(app.screen.queryByText('Incomplete webhooks')).toBeNull())
  })

  it('deletes all three, in the order that the broker demands', async () => {
    const app = await open()
    await choose(app, 'desk', 'Delete…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await partsOf(app.broker, 'desk_WH_D')).toEqual([404, 404, 404]))
    expect(app.network.asked.filter((line) => line.startsWith('DELETE'))).toHaveLength(3)
  })

  it('names what is left when the broker keeps a part', async () => {
    const app = await open()
    // A second rule uses the same action.
    await app.broker.ask('POST', '/rules', {
      id: 'more',
      sql: 'SELECT * FROM "x"',
      actions: ['http:desk_WH_D'],
    })
    await choose(app, 'desk', 'Delete…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    const told = await app.screen.findByText(
      /An error occurred while deleting Action http:desk_WH_D, please try to delete it manually/,
    )
    expect(told.textContent).toContain('Not tried: Connector http:desk_WH_D.')
    expect(told.textContent).toContain('Already done: Rule desk_WH_D.')
    expect(await partsOf(app.broker, 'desk_WH_D')).toEqual([200, 200, 404])
    expect(await app.screen.findByText('the rule')).toBeDefined()
  })

  it('takes a part for deleted that is not there, and for kept where something else is missing', async () => {
    const app = await open({
      arrange: async (broker, network) => {
        await arrange?.(broker, network)
        network.answer(/\/rules\/desk_WH_D$/, () =>
          Response.json({ code: 'NOT_FOUND', message: 'Rule ID Not Found' }, { status: 404 }),
        )
        network.answer(/\/actions\/http(?::|%3A)desk_WH_D$/, () =>
          Response.json({ code: 'NOT_FOUND', message: 'Node emqx2@127.0.0.2 not found' }, { status: 404 }),
        )
      },
    })
    await choose(app, 'desk', 'Delete…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    const told = await app.screen.findByText(/deleting Action http:desk_WH_D/)
    expect(told.textContent).toContain('Already done: Rule desk_WH_D.')
    expect(app.network.asked.filter((line) => line.startsWith('DELETE'))).toHaveLength(2)
  })

  it('switches all three off, the rule first, and on again, the rule last', async () => {
    const { screen, user, broker, network } = await open()
    const isOn = async () => {
      const bodies = await Promise.all(
        ['/connectors/http:desk_WH_D', '/actions/http:desk_WH_D', '/rules/desk_WH_D'].map((path) =>
          broker.ask('GET', path),
        ),
      )
      return bodies.map(({ body }) => JSON.stringify(body).includes('"enable":true'))
    }
    const puts = () => network.asked.filter((line) => line.startsWith('PUT')).map((line) => line.slice(12))
    await user.click(await screen.findByRole('switch', { name: /desk/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable desk?' }))
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () => expect(await isOn()).toEqual([false, false, false]))
    expect(puts()[0]).toContain('rules')
    await waitFor(() => expect(screen.getByRole('switch', { name: /desk/ }).ariaChecked).not.toBe('true'))
    await user.click(screen.getByRole('switch', { name: /desk/ }))
    await waitFor(async () => expect(await isOn()).toEqual([true, true, true]))
    expect(puts().at(-1)).toContain('rules')
  })

  it('says that there is none yet', async () => {
    const { screen } = await renderApp('/webhook')
    expect(await screen.findByText('No webhooks yet')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await open({ locale: 'zh' })
    expect(await screen.findByText('1 个 Webhook')).toBeDefined()
    expect(await screen.findByText('动作和规则')).toBeDefined()
  })
})
