import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { render } from '#testing/render-element.ts'
import { FailureReason } from './failure-reason.tsx'

it('says what happened and what to do, with the text of the broker behind it', async () => {
  const raw = '{start_pool_failed,<<"connector:mongodb:x">>,{connect_failed,econnrefused}}'
  const user = userEvent.setup()
  const { container } = render(<FailureReason raw={raw} />)
  expect(container.textContent).toContain('Nothing accepts connections at this address and port.')
  expect(container.textContent).toContain('Check that the server is running and listens there')
  expect(screen.queryByText(raw)).toBeNull()
  await user.click(screen.getByText('Details'))
  expect(await screen.findByText(raw)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(raw)
})

it('shows what nobody knows as it is, harmless and bounded', async () => {
  const user = userEvent.setup()
  const raw = `<img src=x onerror=alert(1)>\u202e${'x'.repeat(100_000)}`
  const { container } = render(<FailureReason raw={raw} />)
  const text = within(container).getByText(/onerror/)
  expect(container.querySelector('img')).toBeNull()
  expect(text.textContent).toContain('U+202E')
  expect(container.textContent?.length).toBeLessThan(2200)
  expect(container.textContent).toContain('100,029 characters')
  await user.click(screen.getByRole('button', { name: /Copy/ }))
  expect(await navigator.clipboard.readText()).toBe(raw)
})

it('takes no room where there is no reason', () => {
  expect(render(<FailureReason raw="" />).container.textContent).toBe('')
})
