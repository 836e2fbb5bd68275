import type { RenderOptions } from '#testing/render-app.ts'

type Broker = Parameters<NonNullable<RenderOptions['arrange']>>[0]

const throughWeb = { type: 'http', connector: 'web', parameters: { path: '/x', method: 'post' } }

/** Creates a disabled action: `http:off`. */
export const arrangeDisabledAction = async ({ ask }: Pick<Broker, 'ask'>) => {
  await ask('POST', '/connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
  await ask('POST', '/actions', { ...throughWeb, name: 'off', enable: false })
}

/** Creates two actions, one of which a rule uses, and a source that a rule uses. */
export const arrangeActions: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
  await ask('POST', '/connectors', { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 })
  await ask('POST', '/actions', { ...throughWeb, name: 'used', description: 'To the receiver' })
  await ask('POST', '/actions', { ...throughWeb, name: 'free' })
  const parameters = { topic: 'far/#', qos: 1 }
  await ask('POST', '/sources', { type: 'mqtt', name: 'in', connector: 'far', parameters })
  const console = { function: 'console' }
  await ask('POST', '/rules', { id: 'hot', sql: 'SELECT * FROM "a"', actions: ['http:used', console] })
  await ask('POST', '/rules', { id: 'fed', sql: 'SELECT * FROM "$bridges/mqtt:in"', actions: [console] })
}
