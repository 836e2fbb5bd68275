import { within } from '@testing-library/dom'
import type { RenderedApp } from './render-app.ts'

/** Confirms the question that a form asks before its change disconnects clients or stops something. */
export async function confirmSave({ screen, user }: Pick<RenderedApp, 'screen' | 'user'>): Promise<void> {
  const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
  await user.click(question.getByRole('button', { name: 'Apply' }))
}
