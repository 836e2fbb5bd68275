import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

it('takes test cases from JSON only', async () => {
  const { screen, user } = await renderApp('/rule/rules/create')
  await user.click(await screen.findByRole('textbox', { name: 'SQL' }))
  await user.paste('SELECT topic FROM "t/#"')
  await user.click(await screen.findByRole('tab', { name: /^Test cases/ }))
  const input = await screen.findByLabelText('File with test cases')
  // A phone offers files of any ending.
  await userEvent.setup({ applyAccept: false }).upload(input, new File(['{}'], 'rule-tests.txt'))
  expect(await screen.findByText('Please upload a file with extension .json')).toBeDefined()
})
