import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

export const warm = {
  name: 'warm',
  topics: ['plant/+/temperature'],
  description: 'Not too warm',
  strategy: 'all_pass',
  failure_action: 'drop',
  checks: [{ type: 'sql', sql: 'SELECT payload.value AS value WHERE value < 100' }],
  log_failure: { level: 'warning' },
}

export const tag = {
  name: 'tag',
  topics: ['plant/#'],
  description: 'Who sent it',
  failure_action: 'drop',
  payload_decoder: { type: 'json' },
  payload_encoder: { type: 'json' },
  operations: [{ key: 'payload.who', value: 'clientid' }],
  log_failure: { level: 'warning' },
}

/** Creates two schema validations and two message transformations, in this order. */
async function arrangeScreens({ ask }: TestBroker): Promise<void> {
  await ask('POST', '/schema_validations', warm)
  await ask('POST', '/schema_validations', { ...warm, name: 'lax', failure_action: 'ignore' })
  await ask('POST', '/message_transformations', tag)
  await ask('POST', '/message_transformations', { ...tag, name: 'more', failure_action: 'disconnect' })
}

export const openScreens = (path: string, options: RenderOptions = {}): Promise<RenderedApp> =>
  renderApp(path, { edition: 'enterprise', arrange: arrangeScreens, ...options })

export const viewer: NonNullable<RenderOptions['arrange']> = async (broker) => {
  await arrangeScreens(broker)
  const eve = { username: 'eve', password: 'Viewer1234', role: 'viewer', description: '' }
  await broker.ask('POST', '/users', eve)
}

export async function choose({ screen, user }: RenderedApp, name: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

export async function submit({ screen, user }: RenderedApp, name: string | RegExp): Promise<void> {
  const [button] = await screen.findAllByRole('button', { name })
  if (button === undefined) throw new Error('There is nothing to save with')
  await user.click(button)
}

/** Returns the names in the order of the broker. */
export async function namesOf({ broker }: RenderedApp, path: string): Promise<readonly unknown[]> {
  const { body } = await broker.ask('GET', path)
  return Array.isArray(body) ? body.map((one: { name: string }) => one.name) : []
}
