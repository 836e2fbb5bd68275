import { MantineProvider } from '@mantine/core'
import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { theme } from '#styles/theme.ts'
import { render } from '#testing/render-element.ts'
import { bulk } from './bulk.tsx'
import { confirm } from './confirm.tsx'
import { DialogHost } from './dialog-host.tsx'

beforeEach(() => {
  render(
    <MantineProvider theme={theme}>
      <div id="overlays" />
      <DialogHost />
    </MantineProvider>,
  )
})
const request = {
  title: 'Disconnect plc-1?',
  body: 'It may connect again.',
  action: 'Disconnect',
  interrupts: 'nothing',
} as const

test('confirm resolves to what was answered, and Escape is a no', async () => {
  const user = userEvent.setup()
  const yes = confirm(request)
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
  expect(await yes).toBe(true)
  const no = confirm(request)
  await screen.findByRole('dialog', { name: 'Disconnect plc-1?' })
  await user.keyboard('{Escape}')
  expect(await no).toBe(false)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each(['{Escape}', '{Enter}'])(
  'the focus is back where it was when %s has closed a dialog',
  async (key) => {
    const user = userEvent.setup()
    const opener = document.createElement('button')
    document.body.append(opener)
    opener.focus()
    const answer = confirm(request)
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await user.keyboard(key)
    await answer
    await waitFor(() => expect(document.activeElement).toBe(opener))
    opener.remove()
  },
)

test('a question stands while what it tells is on its way, and waits with the action', async () => {
  const user = userEvent.setup()
  const answered = vi.fn()
  let arrive: (body: string) => void = () => undefined
  const body = new Promise<string>((resolve) => (arrive = resolve))
  const answer = confirm({ ...request, body }).then((is) => answered(is))
  const action = await screen.findByRole('button', { name: 'Disconnect' })
  expect(screen.getByRole('status').textContent).toMatch(/^Asking the broker/)
  expect(action.getAttribute('aria-busy')).toBe('true')
  await user.click(action)
  expect(answered).not.toHaveBeenCalled()
  arrive('It has 12 subscriptions.')
  await screen.findByText('It has 12 subscriptions.')
  await user.click(action)
  await answer
  expect(answered).toHaveBeenCalledWith(true)
})

test('a name that must be typed holds the action back until it is exact', async () => {
  const user = userEvent.setup()
  const answered = vi.fn()
  const answer = confirm({ ...request, typedName: 'plc-1' }).then((is) => answered(is))
  const input = await screen.findByRole('textbox', { name: 'Type plc-1 to confirm' })
  await user.type(input, 'plc-{Enter}')
  await user.click(screen.getByRole('button', { name: 'Disconnect' }))
  expect(answered).not.toHaveBeenCalled()
  await user.type(input, '1{Enter}')
  await answer
  expect(answered).toHaveBeenCalledWith(true)
})

const many = {
  interrupts: 'nothing',
  title: 'Disconnect 4 clients?',
  body: 'They may connect again.',
  action: 'Disconnect',
  successMessage: (count: number) => `${count} clients disconnected`,
  items: ['a', 'b', 'c', 'd'],
  itemLabel: (item: string) => item,
  describeFailure: (error: unknown) => (error instanceof Error ? error.message : ''),
  concurrency: 1,
} as const

test('bulk lists what failed and tries only that again', async () => {
  const user = userEvent.setup()
  const tried: string[] = []
  const outcome = bulk({
    ...many,
    run: (item) => {
      tried.push(item)
      const isFirstTry = tried.filter((each) => each === item).length === 1
      return item === 'c' && isFirstTry ? Promise.reject(new Error('not found')) : Promise.resolve()
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
  const retry = await screen.findByRole('button', { name: 'Retry 1 failed' })
  expect(within(screen.getByRole('dialog')).getByRole('listitem').textContent).toBe('c not found')
  await user.click(retry)
  expect((await outcome)?.done).toEqual(['a', 'b', 'd', 'c'])
  expect(tried).toEqual(['a', 'b', 'c', 'd', 'c'])
})

test('bulk can be stopped and says what was not begun', async () => {
  const user = userEvent.setup()
  const begun: string[] = []
  const outcome = bulk({
    ...many,
    run: (item, signal) => {
      begun.push(item)
      if (item === 'a') return Promise.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByText('1 of 4 done')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('3 not begun')).toBeTruthy()
  await user.click(
    within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body,
  )
  expect(await outcome).toEqual({ done: ['a'], failed: [], skipped: ['b', 'c', 'd'] })
  expect(begun).toEqual(['a', 'b'])
})

test('nothing is done when it is not confirmed', async () => {
  const user = userEvent.setup()
  const run = vi.fn()
  const outcome = bulk({ ...many, run })
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await outcome).toBeUndefined()
  expect(run).not.toHaveBeenCalled()
})

describe('in production', () => {
  beforeEach(() => {
    const meta = document.createElement('meta')
    meta.name = 'brokerdeck'
    meta.content = JSON.stringify({ role: 'production', brokerName: 'plant' })
    document.head.append(meta)
    return () => meta.remove()
  })

  test('what cuts connections waits for the name of the cluster', async () => {
    const user = userEvent.setup()
    const answer = confirm({ ...request, interrupts: 'connections' })
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    await user.type(screen.getByRole('textbox', { name: 'Type plant to confirm' }), 'lab')
    await user.click(screen.getByRole('button', { name: 'Disconnect' }))
    expect(screen.getByRole('dialog', { name: 'Disconnect plc-1?' })).toBeDefined()
    await user.clear(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), 'plant')
    await user.click(screen.getByRole('button', { name: 'Disconnect' }))
    expect(await answer).toBe(true)
  })

  test('anything else does not', async () => {
    const answer = confirm(request)
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Disconnect' }))
    expect(await answer).toBe(true)
  })
})
