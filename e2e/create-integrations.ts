import { postAsOperator } from './post-as-operator.ts'
import { ACTION, CONNECTOR, SOURCE, WEBHOOK } from './routes.ts'

const nameOf = (id: string) => id.split(':')[1] ?? ''

/**
 * Creates a connector to the console's own server, so that reconnecting works, an action that uses it, a disabled
 * source, and a webhook; existing integrations stay as they are.
 */
export async function createIntegrations(url: string): Promise<void> {
  const name = nameOf(CONNECTOR)
  const parameters = { path: '/sample', method: 'post' }
  const far = { type: 'mqtt', name: nameOf(SOURCE), enable: false }
  await create('connectors', { type: 'http', name, url: new URL(url).origin, pool_size: 1 })
  await create('actions', { type: 'http', name: nameOf(ACTION), connector: name, parameters })
  await create('connectors', { ...far, server: '127.0.0.1:9', pool_size: 1 })
  await create('sources', { ...far, connector: far.name, parameters: { topic: 'site/#', qos: 1 } })
  await create('connectors', { type: 'http', name: WEBHOOK, url: new URL(url).origin, pool_size: 1 })
  await create('actions', { type: 'http', name: WEBHOOK, connector: WEBHOOK, parameters: { method: 'post' } })
  const sql = 'SELECT * FROM "site/alarm/#"'
  await create('rules', { id: WEBHOOK, sql, actions: [`http:${WEBHOOK}`] })

  async function create(path: string, body: object): Promise<void> {
    const answer = await postAsOperator(url, path, body)
    const refused = answer.ok ? '' : await answer.text()
    if (refused !== '' && !refused.includes('already exists')) throw new Error(`It was refused: ${refused}`)
  }
}
