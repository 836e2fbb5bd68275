import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { render } from '#testing/render-element.ts'
import { Button } from './button.tsx'

test('a button without use keeps the focus, tells why, and does nothing', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  render(
    <Button disabledReason="Not in this edition" onClick={onClick}>
      Ban
    </Button>,
  )
  await user.tab()
  const button = screen.getByRole('button', { name: 'Ban' })
  expect(document.activeElement).toBe(button)
  const tooltip = screen.getByRole('tooltip')
  expect(tooltip.textContent).toBe('Not in this edition')
  expect(button.getAttribute('aria-describedby')).toBe(tooltip.id)
  await user.keyboard('{Enter} ')
  await user.click(button)
  expect(onClick).not.toHaveBeenCalled()
})

test('a tooltip goes when its button is pressed, so that it covers nothing that opens there', async () => {
  const user = userEvent.setup()
  render(<Button tooltip="Counts from zero again">Count</Button>)
  const button = screen.getByRole('button', { name: 'Count' })
  await user.hover(button)
  await screen.findByRole('tooltip')
  await user.click(button)
  expect(screen.queryByRole('tooltip')).toBeNull()
  await user.unhover(button)
  await user.hover(button)
  await screen.findByRole('tooltip')
})

test('a button that its own press has put out of use says why when it is pressed again', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Button>Add</Button>)
  const button = screen.getByRole('button', { name: 'Add' })
  await user.click(button)
  rerender(<Button disabledReason="That is all there can be">Add</Button>)
  await user.click(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe('That is all there can be')
})

test('a submit button without use does not submit', async () => {
  const user = userEvent.setup()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" disabledReason="Name is missing">
        Save
      </Button>
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).not.toHaveBeenCalled()
})
