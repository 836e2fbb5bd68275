import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

export const far = { name: 'far', server: '127.0.0.9:1888', topics: ['fwd/#', 'cmd/+'], password: 'p' }

export async function twoLinks({ ask }: TestBroker): Promise<void> {
  await ask('POST', '/cluster/links', far)
  await ask('POST', '/cluster/links', { ...far, name: 'idle', topics: [], enable: false })
}

export const open = (path: string, options: RenderOptions = {}) =>
  renderApp(path, { edition: 'enterprise', arrange: twoLinks, ...options })
