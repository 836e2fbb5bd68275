import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { PayloadDraft } from '#lib/payload-draft.ts'
import { render } from '#testing/render-element.ts'
import { PayloadInput } from './payload-input.tsx'

function Field({ onText }: { readonly onText?: (text: string) => void }) {
  const [draft, setDraft] = useState<PayloadDraft>({ kind: 'json', text: '{"t":21.50}' })
  const change = (next: PayloadDraft) => {
    onText?.(next.text)
    setDraft(next)
  }
  return <PayloadInput label="Payload" value={draft} onChange={change} />
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Payload' })

test('a document is formatted, with every digit as it was typed', async () => {
  const user = userEvent.setup()
  render(<Field />)
  await user.click(screen.getByRole('button', { name: 'Format' }))
  await waitFor(() => expect(field().value).toBe('{\n  "t": 21.50\n}'))
  expect(screen.queryByRole('button', { name: 'Format' }), 'nothing is left to format').toBeNull()
})

test('what is typed while a document is formatted is kept', async () => {
  const texts: string[] = []
  render(<Field onText={(text) => texts.push(text)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Format' }))
  fireEvent.change(field(), { target: { value: '{"h":40}' } })
  // The timeout runs after the task that passes on the formatted text.
  await new Promise((resolve) => setTimeout(resolve))
  expect(texts).toEqual(['{"h":40}'])
})

test('a document that is nested too deeply to be formatted stays, and the field says why', async () => {
  const user = userEvent.setup()
  const texts: string[] = []
  render(<Field onText={(text) => texts.push(text)} />)
  const nested = `${'['.repeat(3_000)}${']'.repeat(3_000)}`
  fireEvent.change(field(), { target: { value: nested } })
  expect(screen.queryByText(/Nested too deeply/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Format' }))
  screen.getByText('Nested too deeply to be indented, so it stays as it is.')
  expect(field().value).toBe(nested)
  fireEvent.change(field(), { target: { value: '[1]' } })
  expect(screen.queryByText(/Nested too deeply/)).toBeNull()
  expect(texts).toEqual([nested, '[1]'])
})
