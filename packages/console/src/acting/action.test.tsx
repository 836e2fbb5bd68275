import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryObserver } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { holdRefreshes } from '#api/connection.ts'
import { createQueryClient, read, refreshAfterWrites } from '#api/query.ts'
import { endSession, startSession } from '#api/session.ts'
import { DialogHost } from '#kit/dialogs/dialog-host.tsx'
import { theme } from '#styles/theme.ts'
import { brokerFetch } from '#testing/broker-fetch.ts'
import { render } from '#testing/render-element.ts'
import { action, send, tellCount } from './action.tsx'

const name = ({ who }: Ban) => who

const unban = action(
  send(banned.remove, ({ as, who }: Ban) => ({ params: { as, who } })),
  {
    takesAway: true,
    findDisabledReason: ({ who }) => (who === 'locked' ? 'This one stays.' : undefined),
    formatName: name,
    ask: (bans, only) => ({
      title: only ? `Unban ${only.who}?` : tellCount(bans, (_, shown) => `Unban ${shown}?`),
      body: 'They may connect again.',
      action: 'Unban',
      interrupts: 'nothing',
    }),
    successMessage: (_, shown) => `${shown} lifted`,
  },
)

const unbanOne = action(
  send(banned.remove, ({ as, who }: Ban) => ({ params: { as, who } })),
  { successMessage: ({ who }) => `${who} is free` },
)

/** Renders a page that lists the given number of bans, with a cache that follows writes. */
async function pageOfBans(count: number, role: 'administrator' | 'viewer' = 'administrator') {
  const broker = await createTestBroker({ edition: 'enterprise' })
  onTestFinished(() => broker.close())
  const network = brokerFetch(broker)
  vi.stubGlobal('fetch', network.fetch)
  startSession({ token: broker.login(), username: 'admin', edition: 'ee', role, version: '5.8.9' })
  onTestFinished(() => endSession('logged-out'))
  onTestFinished(() => notifications.clean())
  for (let at = 0; at < count; at += 1)
    await broker.ask('POST', '/banned', { as: 'clientid', who: `plc-${at}`, reason: '', by: 'admin' })
  const client = createQueryClient()
  onTestFinished(refreshAfterWrites(client))
  const observer = new QueryObserver(client, read(banned.list, { query: { limit: 1000 } }))
  onTestFinished(observer.subscribe(() => undefined))
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.data).toHaveLength(count))
  render(
    <MantineProvider theme={theme}>
      <div id="overlays" />
      <DialogHost />
      <Notifications />
    </MantineProvider>,
  )
  const shown = () => observer.getCurrentResult().data?.data ?? []
  const lists = () => network.asked.filter((line) => line.startsWith('GET /api/v5/banned')).length
  return { broker, network, shown, lists, bans: shown(), user: userEvent.setup() }
}

test('many are done a few at a time, and the list is asked again once, without a word about it', async () => {
  const { bans, shown, lists, user } = await pageOfBans(12)
  const before = lists()
  const done = unban.run(bans)
  await user.click(await screen.findByRole('button', { name: 'Unban' }))
  expect(await done).toHaveLength(12)
  expect(await screen.findByText('12 lifted')).toBeDefined()
  await waitFor(() => expect(shown()).toEqual([]))
  expect(lists()).toBe(before + 1)
})

test('what failed is named and tried again, what somebody else took away is done', async () => {
  const { broker, bans, network, user } = await pageOfBans(3)
  await broker.ask('DELETE', '/banned/clientid/plc-0')
  let isBroken = true
  network.answer(/plc-2$/, () =>
    isBroken
      ? Response.json({ code: 'INTERNAL_ERROR', message: 'the table is locked' }, { status: 500 })
      : new Response(null, { status: 204 }),
  )
  const done = unban.run(bans)
  await user.click(await screen.findByRole('button', { name: 'Unban' }))
  const retry = await screen.findByRole('button', { name: 'Retry 1 failed' })
  const failed = within(screen.getByRole('dialog')).getByRole('listitem')
  expect(failed.textContent).toContain('plc-2')
  expect(failed.textContent).toContain('the table is locked')
  isBroken = false
  await user.click(retry)
  expect((await done).map(name).sort()).toEqual(['plc-0', 'plc-1', 'plc-2'])
})

test('a number that nobody reaches by a slip is to be typed', async () => {
  const { bans, user } = await pageOfBans(21)
  const done = unban.run(bans)
  await user.type(await screen.findByRole('textbox', { name: 'Type 21 to confirm' }), '21')
  await user.click(screen.getByRole('button', { name: 'Unban' }))
  expect(await done).toHaveLength(21)
})

test('a refusal is told, and what is shown is asked again: it may be old', async () => {
  const { broker, bans, shown } = await pageOfBans(1)
  await broker.ask('DELETE', '/banned/clientid/plc-0')
  const [ban] = bans
  if (ban === undefined) return expect.unreachable()
  expect(await unbanOne.run(ban)).toBe(false)
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  await waitFor(() => expect(shown()).toEqual([]))
})

test('nothing is asked again of an expired session, nor while a page holds it back', async () => {
  const { bans, network, lists, shown } = await pageOfBans(2)
  const [first, second] = bans
  if (first === undefined || second === undefined) return expect.unreachable()
  const before = lists()
  const release = holdRefreshes()
  expect(await unbanOne.run(first)).toBe(true)
  await network.settled()
  expect(lists()).toBe(before)
  release()
  await waitFor(() => expect(shown()).toHaveLength(1))
  const after = lists()
  endSession('expired')
  expect(await unbanOne.run(second)).toBe(false)
  await network.settled()
  expect(lists()).toBe(after)
})

test('a viewer is told why, before the reason of the one', async () => {
  const { bans } = await pageOfBans(1, 'viewer')
  const [ban] = bans
  if (ban === undefined) return expect.unreachable()
  expect(unban.findDisabledReason({ ...ban, who: 'locked' })).toBe(
    'Your role is viewer: it may look, not change.',
  )
  startSession({ token: 'x', username: 'admin', edition: 'ee', role: 'administrator', version: '5.8.9' })
  expect(unban.findDisabledReason(ban)).toBeUndefined()
  expect(unban.findDisabledReason({ ...ban, who: 'locked' })).toBe('This one stays.')
})
