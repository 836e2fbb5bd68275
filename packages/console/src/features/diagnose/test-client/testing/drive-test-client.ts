import { within } from '@testing-library/dom'
import type { RenderedApp } from '#testing/render-app.ts'

/** Opens the settings of the connection. */
export async function edit({ screen, user }: RenderedApp) {
  await user.click(await screen.findByRole('button', { name: 'Edit the connection' }))
  return within(await screen.findByRole('dialog', { name: 'Connection settings' }))
}

export const cluster = ({ broker }: RenderedApp) => broker.world.cluster
/** The broker's side of a connection of this page. */
export const session = (app: RenderedApp) =>
  [...cluster(app).sessions()].find(({ clientid }) => /^brokerdeck-/.test(clientid))
