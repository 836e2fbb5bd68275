import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { arrangeActions } from '#features/integration/bridges/actions/testing/arrange-actions.ts'
import { renderApp } from '#testing/render-app.ts'

/** Finds the warning icon beside the text that describes the effect of a change. */
async function findSign(words: RegExp): Promise<Element | null> {
  const review = within(screen.getByRole('region', { name: 'Review changes' }))
  const box = (await review.findByText(words)).parentElement
  return box?.querySelector('svg') ?? null
}

it('warns of a change that starts an action anew', async () => {
  const { user } = await renderApp('/rule/actions/http%3Aused?tab=settings', { arrange: arrangeActions })
  await user.type(await screen.findByRole('textbox', { name: 'Path' }), 'y')
  expect(await findSign(/^The action is restarted/)).not.toBeNull()
})

it('informs of a change that takes effect by itself', async () => {
  const { user } = await renderApp('/rule/rules/hot?tab=settings', { arrange: arrangeActions })
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), ' of the oven')
  expect(await findSign(/^Applies from the next message/)).toBeNull()
})
