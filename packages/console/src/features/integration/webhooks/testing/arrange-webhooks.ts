import { createServer } from 'node:http'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { onTestFinished } from 'vitest'
import type { RenderedApp } from '#testing/render-app.ts'

/** Creates connector, action and rule of a webhook like the dashboard does. */
export async function makeWebhook(
  { ask }: Pick<TestBroker, 'ask'>,
  id: string,
  more: { readonly url?: string; readonly sql?: string; readonly headers?: object } = {},
): Promise<void> {
  const { url = 'http://127.0.0.1:9', sql = 'SELECT\n  *\nFROM\n  "t/#"', headers = {} } = more
  await ask('POST', '/connectors', { type: 'http', name: id, url, headers, pool_size: 1 })
  const parameters = { method: 'post', headers }
  await ask('POST', '/actions', { type: 'http', name: id, connector: id, parameters })
  await ask('POST', '/rules', { id, sql, actions: [`http:${id}`], description: 'To the desk' })
}

/** Returns the status of the response for each part of a webhook. */
export const partsOf = async ({ ask }: Pick<TestBroker, 'ask'>, id: string) =>
  await Promise.all(
    [`/connectors/http:${id}`, `/actions/http:${id}`, `/rules/${id}`].map(
      async (path) => (await ask('GET', path)).status,
    ),
  )

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly token: string | undefined
  readonly body: string
}

/** Opens a server that records the requests it receives. */
export async function openReceiver() {
  const got: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      got.push({ method, url, token: headers.authorization, body: Buffer.concat(chunks).toString() })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return { url: `http://127.0.0.1:${address.port}/line`, got }
}

export async function submit(
  { screen, user }: Pick<RenderedApp, 'screen' | 'user'>,
  name: string | RegExp = 'Create webhook',
) {
  const [button] = screen.getAllByRole('button', { name })
  if (button === undefined) throw new Error('There is nothing to save with')
  await user.click(button)
}

export async function send({ broker }: RenderedApp, topic: string, payload: string) {
  const client = await connectClient(broker.context.cluster, { clientId: 'oven-2' })
  await client.publish(topic, payload)
}
