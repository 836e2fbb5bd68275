import { within } from '@testing-library/dom'
import type { RenderedApp } from '#testing/render-app.ts'

/** Opens the settings of the connection. */
export async function edit({ screen, user }: RenderedApp) {
  await user.click(await screen.findByRole('button', { name: 'Edit the connection' }))
  return within(await screen.findByRole('dialog', { name: 'Connection settings' }))
}

/** Presses Connect, with the labels in the language of the page; resolves once the client is connected. */
export async function connect({ screen, user }: RenderedApp, words = ['Connect', 'Disconnect']) {
  await user.click(await screen.findByRole('button', { name: words[0] ?? '' }))
  await screen.findByRole('button', { name: words[1] ?? '' })
}

/** Subscribes to a topic filter with the default options. */
export async function subscribe({ screen, user }: RenderedApp, filter: string) {
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
  const dialog = await screen.findByRole('dialog', { name: 'Subscribe' })
  const box = await within(dialog).findByRole('textbox', { name: 'Topic filter' })
  await user.clear(box)
  await user.type(box, filter)
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }))
}

export const cluster = ({ broker }: RenderedApp) => broker.context.cluster
/** Returns the broker's session of a connection of this page. */
export const session = (app: RenderedApp) =>
  [...cluster(app).sessions()].find(({ clientid }) => /^brokerdeck-/.test(clientid))
