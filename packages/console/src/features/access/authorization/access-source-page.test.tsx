import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

const file = '/authorization/detail/file'

const rulesOf = async ({ broker }: RenderedApp) =>
  (await broker.ask('GET', '/authorization/sources/file')).body

async function editor({ screen }: RenderedApp) {
  return await screen.findByRole('textbox', { name: /^Rules/ })
}

const review = ({ screen }: RenderedApp) => within(screen.getByRole('region', { name: 'Review changes' }))

describe('a source', () => {
  it('shows what it was asked and what it said, by node', async () => {
    const { screen } = await renderApp(file, {
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, { clientId: 'c1' })
        await client.publishAsync('a', 'x', { qos: 1 })
      },
    })
    expect(await screen.findByRole('heading', { name: 'File' })).toBeDefined()
    await screen.findByRole('row', { name: /^emqx@127\.0\.0\.1 Connected 1 1 0/ })
  })

  it('that is not there is named as such', async () => {
    const { screen } = await renderApp('/authorization/detail/redis')
    expect(await screen.findByText('There is no such source')).toBeDefined()
  })

  it('is disabled and deleted from its page', async () => {
    const app = await renderApp(file)
    await app.user.click(await app.screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(app.path()).toBe('/authorization'))
    expect(await app.broker.ask('GET', '/authorization/sources')).toMatchObject({ body: { sources: [] } })
  })
})

describe('the file of rules', () => {
  it('is said in words, with the lines', async () => {
    const app = await renderApp(`${file}?tab=settings`)
    await editor(app)
    const summary = within(await app.screen.findByRole('region', { name: 'The rules in words' }))
    expect(summary.getByText(/^Denies everybody to subscribe to \$SYS\/#/)).toBeDefined()
    expect(summary.getAllByText(/^Line \d+$/).length).toBeGreaterThan(2)
  })

  it('names a fault by its line before anything is sent', async () => {
    const app = await renderApp(`${file}?tab=settings`)
    const before = await rulesOf(app)
    fireEvent.change(await editor(app), {
      target: { value: '{allow, all}.\n{deny, all, subscribe ["a"]}.\n' },
    })
    await app.user.click(await review(app).findByRole('button', { name: 'Apply 1 change' }))
    const alert = within(await app.screen.findByRole('alert'))
    expect(alert.getByText(/Line 2: something is missing or wrong before '\['/)).toBeDefined()
    expect(await rulesOf(app)).toEqual(before)
  })

  it('decides as it was written, and says which rules are never reached', async () => {
    const app = await renderApp(`${file}?tab=settings`)
    const rules = '{deny, {clientid, "bad"}, publish, ["a/#"]}.\n{allow, all}.\n{deny, all}.\n'
    fireEvent.change(await editor(app), { target: { value: rules } })
    expect(await app.screen.findByText('never reached')).toBeDefined()
    await app.user.click(await review(app).findByRole('button', { name: 'Apply 1 change' }))
    await waitFor(async () => expect(await rulesOf(app)).toMatchObject({ rules }))
    const { cluster } = app.broker.context
    const publish = async (clientId: string) => {
      const client = await connectClient(cluster, { clientId })
      return await client.publishAsync('a/1', 'x', { qos: 1 }).then(
        () => 'allowed',
        () => 'denied',
      )
    }
    expect(await publish('good')).toBe('allowed')
    expect(await publish('bad')).toBe('denied')
  })

  it('is read in Chinese', async () => {
    const { screen } = await renderApp(`${file}?tab=settings`, { locale: 'zh' })
    expect(await screen.findByRole('region', { name: '规则说明' })).toBeDefined()
    expect(screen.getByText(/^拒绝所有客户端订阅 \$SYS/)).toBeDefined()
  })
})
