import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderBesideOtherPage } from '#testing/render-beside-other-page.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

function Form() {
  const [text, setText] = useState('')
  useLeaveGuard(text !== '')
  return <input aria-label="Name" value={text} onChange={(event) => setText(event.currentTarget.value)} />
}

it('asks before a dirty form is left, and only then', async () => {
  renderBesideOtherPage(Form)
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Name'), 'changed')
  await user.click(screen.getByRole('link', { name: 'Other page' }))
  expect(await screen.findByText('Leave page?')).toBeDefined()
  expect(screen.getByText('Changes that you made may not be saved')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('heading', { name: 'Other' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Other page' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Other' })).toBeDefined()
})
