import { within } from '@testing-library/dom'
import type { RenderedApp } from './render-app.ts'

/** Answers what a form asks before its change cuts or stops something. */
export async function confirmSave({ screen, user }: Pick<RenderedApp, 'screen' | 'user'>): Promise<void> {
  const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
  await user.click(question.getByRole('button', { name: 'Apply' }))
}
