import { within } from '@testing-library/dom'
import type { RenderedApp } from '#testing/render-app.ts'

/** Enters the sample message for templates in the open drawer. */
export async function chooseSample({ screen, user }: Pick<RenderedApp, 'screen' | 'user'>, message: string) {
  const drawer = within(await screen.findByRole('dialog', { name: 'Sample message' }))
  await user.click(drawer.getByRole('button', { name: 'Raw JSON' }))
  const text = drawer.getByRole('textbox', { name: 'Message as JSON' })
  await user.clear(text)
  await user.click(text)
  await user.paste(message)
  await user.click(drawer.getByRole('button', { name: 'Use this message' }))
}
