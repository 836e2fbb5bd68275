import { waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

let release: () => void = () => undefined

it('takes test cases from JSON only', async () => {
  const { screen, user } = await renderApp('/rule/rules/create')
  await user.click(await screen.findByRole('textbox', { name: 'SQL' }))
  await user.paste('SELECT topic FROM "t/#"')
  await user.click(await screen.findByRole('tab', { name: /^Test cases/ }))
  const input = await screen.findByLabelText('File with test cases')
  // The file picker of a phone offers files of any extension.
  await userEvent.setup({ applyAccept: false }).upload(input, new File(['{}'], 'rule-tests.txt'))
  expect(await screen.findByText('Please upload a file with extension .json')).toBeDefined()
})

it('asks the broker about all of them, and forgets its answer with the next edit', async () => {
  const { screen, user } = await renderApp('/rule/rules/create')
  const write = async (sql: string) => {
    const box = await screen.findByRole('textbox', { name: 'SQL' })
    await user.clear(box)
    await user.click(box)
    await user.paste(sql)
    await screen.findByRole('region', { name: 'Try the statement', busy: false })
  }
  await write('SELECT qos, timestamp as at FROM "t/#"')
  await user.click(await screen.findByRole('tab', { name: /^Test cases/ }))
  const add = await screen.findByRole('button', { name: 'Add current message' })
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBeNull())
  await user.click(add)
  await user.click(await screen.findByRole('button', { name: 'Ask the broker' }))
  expect(await screen.findByText('Broker: 1 of 1 as expected')).toBeDefined()
  await write('SELECT qos + 1 as qos, timestamp as at FROM "t/#"')
  expect(screen.queryByText(/^Broker: /)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Ask the broker' }))
  expect(await screen.findByText('Broker: 0 of 1 as expected')).toBeDefined()
  expect(screen.getByText('t/1: Another output at /qos')).toBeDefined()
})

it('says where the browser has no room for them', async () => {
  const { screen, user } = await renderApp('/rule/rules/create')
  await user.click(await screen.findByRole('tab', { name: /^Test cases/ }))
  const used = Object.entries(localStorage).reduce(
    (sum, [key, text]) => sum + key.length + String(text).length,
    0,
  )
  localStorage.setItem('full', 'x'.repeat(5_000_000 - used - 'full'.length - 50))
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: 'Add current message' }).getAttribute('aria-disabled'),
    ).toBeNull(),
  )
  await user.click(screen.getByRole('button', { name: 'Add current message' }))
  expect(await screen.findByText(/the browser has no room left/)).toBeDefined()
  expect(await screen.findByText('1 of 1 as expected')).toBeDefined()
})

it('keeps what was added before the cluster has said its name', async () => {
  const { screen, user, network } = await renderApp('/rule/rules/create', {
    arrange: (_broker, { hold }) => {
      release = hold(/^GET \/api\/v5\/cluster$/)
    },
  })
  await user.click(await screen.findByRole('tab', { name: /^Test cases/ }))
  const add = await screen.findByRole('button', { name: 'Add current message' })
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBeNull())
  await user.click(add)
  expect(await screen.findByText('1 of 1 as expected')).toBeDefined()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('ruleTests '))).toEqual([])
  release()
  await network.settled()
  await waitFor(() =>
    expect(Object.keys(localStorage).filter((key) => key.startsWith('ruleTests '))).toHaveLength(1),
  )
  expect(screen.getByText('1 of 1 as expected')).toBeDefined()
})

it('leaves cases of a newer form where they are', async () => {
  let key = ''
  const newer = JSON.stringify({ format: 'brokerdeck-rule-tests-2', cases: [] })
  const { screen, user } = await renderApp('/rule/rules/create', {
    arrange: async ({ ask }) => {
      const { body } = await ask('GET', '/cluster')
      key = `ruleTests ${JSON.stringify(['admin', v.parse(v.object({ name: v.string() }), body).name, null])}`
      localStorage.setItem(key, newer)
    },
  })
  await user.click(await screen.findByRole('tab', { name: /^Test cases/ }))
  const add = await screen.findByRole('button', { name: 'Add current message' })
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBeNull())
  expect(localStorage.getItem(key)).toBe(newer)
})
