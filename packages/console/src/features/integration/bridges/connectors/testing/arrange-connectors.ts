import type { RenderOptions } from '#testing/render-app.ts'

const web = { type: 'http', name: 'web', url: 'http://127.0.0.1:9', description: 'The receiver' }
/** Creates one connector that an action uses, and one that nothing uses; no server responds at either address. */
export const arrangeConnectors: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/connectors', web)
  await ask('POST', '/connectors', { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 })
  const parameters = { path: '/x', method: 'post' }
  await ask('POST', '/actions', { type: 'http', name: 'post', connector: 'web', parameters })
}
