import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { base64FromBytes } from '#lib/payload.ts'
import { PayloadViewer } from './payload-viewer.tsx'

afterEach(cleanup)

const show = (bytes: Uint8Array) => render(<PayloadViewer base64={base64FromBytes(bytes)} />).container
const pressed = () => screen.getByRole('button', { pressed: true }).textContent

test('opens JSON as JSON, text as text, other bytes as hex', () => {
  show(new TextEncoder().encode('{"t":21.5}'))
  expect(pressed()).toBe('JSON')
  cleanup()
  show(new TextEncoder().encode('on'))
  expect(pressed()).toBe('Text')
  cleanup()
  show(Uint8Array.of(0xff, 0xfe, 0x00))
  expect(pressed()).toBe('Hex')
})

test('shows the same bytes in every form', async () => {
  const user = userEvent.setup()
  const container = show(Uint8Array.of(0x4f, 0x4b, 0xff))
  await user.click(screen.getByRole('button', { name: 'Base64' }))
  expect(container.querySelector('pre')?.textContent).toBe('T0v/')
  await user.click(screen.getByRole('button', { name: 'Text' }))
  expect(container.querySelector('pre')?.textContent).toBe('OK�')
  expect(screen.getByText(/not UTF-8 text/)).toBeTruthy()
})

test('cuts a large payload until all of it is asked for', async () => {
  const user = userEvent.setup()
  const container = show(new Uint8Array(100_000).fill(0x61))
  expect(container.querySelector('pre')?.textContent).toHaveLength(65_536)
  await user.click(screen.getByRole('button', { name: 'Load all' }))
  expect(container.querySelector('pre')?.textContent).toHaveLength(100_000)
})
