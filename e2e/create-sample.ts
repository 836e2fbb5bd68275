import { postAsOperator } from './post-as-operator.ts'

const topics = ['site/#']

/** Below the path of its page: where one is made, and of what beside its name. */
const samples: Readonly<Record<string, readonly [to: string, body: object]>> = {
  'exhook/detail/': ['exhooks', { url: 'http://127.0.0.1:9', auto_reconnect: false }],
  'schema-validation/detail/': [
    'schema_validations',
    {
      topics,
      strategy: 'all_pass',
      failure_action: 'ignore',
      checks: [{ type: 'sql', sql: 'SELECT 1 AS x' }],
    },
  ],
  'message-transform/detail/': [
    'message_transformations',
    {
      ...{ topics, failure_action: 'ignore', operations: [{ key: 'user_property.from', value: 'clientid' }] },
      ...{ payload_decoder: { type: 'none' }, payload_encoder: { type: 'none' } },
    },
  ],
  'cluster-linking/detail/': ['cluster/links', { server: '127.0.0.1:9', topics, enable: false }],
}

/** What the page at a path shows, where it shows one of these; one that is there stays as it is. */
export async function createSample(url: string, path: string): Promise<void> {
  const [prefix, [to, body] = ['', {}]] = Object.entries(samples).find(([start]) =>
    path.startsWith(start),
  ) ?? ['']
  if (prefix === '') return
  const name = decodeURIComponent(path.slice(prefix.length))
  const answer = await postAsOperator(url, to, { name, ...body })
  const refused = answer.ok ? '' : await answer.text()
  if (refused !== '' && !/already[ _]exists/i.test(refused)) throw new Error(`It was refused: ${refused}`)
}
