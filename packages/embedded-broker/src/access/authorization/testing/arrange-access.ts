import type { MqttClient } from 'mqtt'
import type { EmbeddedBrokerOptions } from '../../../embedded-broker.ts'
import { connectClient } from '../../../testing/connect-client.ts'
import { createTestBroker, type TestBroker } from '../../../testing/test-broker.ts'

interface Access {
  readonly no_match?: 'allow' | 'deny'
  readonly deny_action?: 'ignore' | 'disconnect'
  readonly cache?: Readonly<Record<string, unknown>>
  readonly sources?: readonly Readonly<Record<string, unknown>>[]
}

const brokers: TestBroker[] = []

/** Starts a broker with this authorization; every username is also the attribute `tenant`. */
export async function arrangeAccess(
  access: Access = {},
  options: EmbeddedBrokerOptions = {},
): Promise<TestBroker> {
  const broker = await createTestBroker(options)
  brokers.push(broker)
  const { config } = broker.context
  await config.put('mqtt', { client_attrs_init: [{ expression: 'username', set_as_attr: 'tenant' }] })
  await config.put('authorization', access, { isMerge: true })
  return broker
}

export async function closeBrokers(): Promise<void> {
  for (const broker of brokers.splice(0)) await broker.close()
}

interface AccessSubject {
  readonly clientId: string
  readonly username?: string
  readonly host?: string
}

/**
 * Connects, does one operation such as `publish 1 a/b`, and returns the reason code of the response; 0 if it
 * succeeded.
 */
export async function askToDo({ context }: TestBroker, who: AccessSubject, wish: string): Promise<number> {
  const { host = '127.0.0.1', clientId, username } = who
  const client = await connectClient(context.cluster, {
    clientId,
    peer: { host },
    ...(username === undefined ? {} : { username }),
  })
  try {
    return await wished(client, wish)
  } finally {
    await client.endAsync(true)
  }
}

async function wished(client: MqttClient, wish: string): Promise<number> {
  const [verb, level, topic = ''] = wish.split(' ')
  const qos = level === '2' ? 2 : level === '1' ? 1 : 0
  if (verb === 'subscribe') {
    const code = await new Promise<number>((resolve) => {
      client.subscribe(topic, { qos }, (_error, _grants, packet) => resolve(Number(packet?.granted[0])))
    })
    return code > 2 ? code : 0
  }
  try {
    await client.publishAsync(topic, 'x', { qos, retain: verb === 'retain' })
    return 0
  } catch (error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : -1
  }
}
