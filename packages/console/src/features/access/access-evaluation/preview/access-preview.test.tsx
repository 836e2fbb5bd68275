import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

const subscribe = async ({ context }: TestBroker, clientId: string, ...filters: readonly string[]) => {
  const client = await connectClient(context.cluster, { clientId })
  await client.subscribeAsync([...filters], { qos: 1 })
  return client
}

const preview = async ({ screen }: RenderedApp, name = 'Preview') =>
  within(await screen.findByRole('region', { name }))

const review = ({ screen }: RenderedApp) => within(screen.getByRole('region', { name: 'Review changes' }))

const rows = (region: Awaited<ReturnType<typeof preview>>, label = 'Changed answers') =>
  within(region.getByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('names whose subscriptions a rule of the file would deny, and the broker does so', async () => {
  const app = await renderApp('/authorization/detail/file?tab=settings', {
    arrange: async (broker) => {
      await subscribe(broker, 'oven-3', 'heat/1', 'state')
    },
  })
  const rules = '{deny, {clientid, "oven-3"}, subscribe, ["heat/#"]}.\n{allow, all}.\n'
  fireEvent.change(await app.screen.findByRole('textbox', { name: /^Rules/ }), { target: { value: rules } })
  const region = await preview(app)
  expect((await region.findByText(/would be denied/)).textContent).toBe(
    '1 subscription would be denied that is allowed now',
  )
  expect(rows(region)).toEqual([
    expect.stringMatching(
      /^oven-3heat\/1QoS 1Allowed→becomesDeniedFile: Rule 1, line 1 of the file: Denies the client ID oven-3 to subscribe to heat\/#/,
    ),
  ])
  region.getByText(/^2 subscriptions of connected clients were looked at, of 2 that the broker has/)
  expect(region.getByRole('link', { name: 'Why it is so now' }).getAttribute('href')).toBe(
    '/authorization/why?clientid=oven-3&wish=subscribe&topic=heat%2F1&mounted=1&qos=1',
  )
  await app.user.click(review(app).getByRole('button', { name: 'Apply 1 change' }))
  await app.screen.findByText('The source was updated.')
  const again = await connectClient(app.broker.context.cluster, { clientId: 'oven-3', protocolVersion: 5 })
  const granted = await again.subscribeAsync(['heat/1', 'state'], { qos: 1 }).catch(() => undefined)
  expect(granted?.map(({ qos }) => qos) ?? 'refused').not.toEqual([1, 1])
})

it('names whoever may deny it as well', async () => {
  const app = await renderApp('/authorization/detail/file?tab=settings', {
    arrange: async (broker) => {
      await subscribe(broker, 'oven-3', 'heat/1')
    },
  })
  const rules =
    '{deny, {clientid, {re, "^(*COMMIT)oven"}}, subscribe, ["heat/#"]}.\n{deny, all, subscribe, ["heat/#"]}.\n'
  fireEvent.change(await app.screen.findByRole('textbox', { name: /^Rules/ }), { target: { value: rules } })
  const region = await preview(app)
  await region.findByText('1 subscription would be denied that is allowed now')
  expect(rows(region)).toEqual([
    expect.stringMatching(/Rule 2, line 2 .*Or an earlier one with the same answer: File/),
  ])
})

it('says so where only the broker can tell, before a source is asked first', async () => {
  const app = await renderApp('/authorization/create?type=http', {
    locale: 'zh',
    arrange: async (broker) => {
      await subscribe(broker, 'oven-3', 'heat/1')
    },
  })
  const region = await preview(app, '变更预览')
  await region.findByText('1 个订阅的判定是否改变无法得知')
  expect(rows(region, '判定改变的订阅')).toEqual([expect.stringMatching(/允许→变为无法判断HTTP 服务：/)])
})

it('asks before a source is enabled again, and says what comes of it', async () => {
  const app = await renderApp('/authorization', {
    arrange: async (broker) => {
      const file = { type: 'file', enable: false, rules: '{deny, all, subscribe, ["heat/#"]}.\n' }
      await broker.ask('PUT', '/authorization/sources/file', file)
      await subscribe(broker, 'oven-3', 'heat/1')
    },
  })
  await app.user.click(await app.screen.findByRole('switch', { name: 'File enabled' }))
  const dialog = within(await app.screen.findByRole('dialog', { name: 'Enable File?' }))
  await dialog.findByText('1 subscription would be denied that is allowed now')
  // The link leads to another page and closes the dialog without confirming it.
  await app.user.click(dialog.getByRole('link', { name: 'oven-3' }))
  await waitFor(() => expect(app.path()).toBe('/clients/detail/oven-3'))
  await waitFor(() => expect(app.screen.queryByRole('dialog')).toBeNull())
  const { body } = await app.broker.ask('GET', '/authorization/sources')
  expect(body).toMatchObject({ sources: [{ enable: false }] })
})

it('does not stand in the way where it cannot be made', async () => {
  const app = await renderApp('/authorization?tab=settings', {
    arrange: (_broker, network) => {
      network.answer(/\/subscriptions/, () =>
        Response.json({ code: 'NODE_DOWN', message: 'node2 is down' }, { status: 503 }),
      )
    },
  })
  await app.user.selectOptions(await app.screen.findByLabelText('What no source decides'), 'deny')
  const region = await preview(app)
  await region.findByText('The change can be applied all the same.')
  expect(region.getByRole('button', { name: 'Retry' })).toBeDefined()
  await app.user.click(review(app).getByRole('button', { name: 'Apply 1 change' }))
  const question = within(await app.screen.findByRole('dialog', { name: 'Apply these changes?' }))
  await app.user.click(question.getByRole('button', { name: 'Apply' }))
  await waitFor(async () => {
    const { body } = await app.broker.ask('GET', '/authorization/settings')
    expect(body).toMatchObject({ no_match: 'deny' })
  })
})

it('says that it looks at rewritten filters as they are kept', async () => {
  const app = await renderApp('/authorization/detail/file?tab=settings', {
    arrange: async (broker) => {
      const rewriting = { action: 'subscribe', source_topic: 'old/#', re: '^old/(.+)$', dest_topic: 'new/$1' }
      await broker.ask('PUT', '/mqtt/topic_rewrite', [rewriting])
      await subscribe(broker, 'oven-3', 'old/1')
    },
  })
  const rules = '{deny, all, subscribe, ["old/#"]}.\n{allow, all}.\n'
  fireEvent.change(await app.screen.findByRole('textbox', { name: /^Rules/ }), { target: { value: rules } })
  const region = await preview(app)
  await region.findByText('No subscription that was looked at is decided otherwise.')
  region.getByText(/Topic rewrite is on: this page checks the rewritten filter/)
})
