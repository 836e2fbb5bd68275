import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import type { MqttClient } from 'mqtt'
import { expect, test } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

async function change({ ask }: TestBroker, mqtt: object): Promise<void> {
  const { body } = await ask('GET', '/configs/global_zone')
  const zone = Object(body)
  const { status } = await ask('PUT', '/configs/global_zone', { ...zone, mqtt: { ...zone.mqtt, ...mqtt } })
  expect(status).toBe(200)
}

async function answerOf({ screen }: RenderedApp) {
  return await waitFor(() => {
    const panel = within(screen.getByRole('region', { name: 'Answer' }))
    panel.getByRole('status')
    return panel
  })
}

/** Resolves with whether the broker allows a client an operation; a disconnect by the broker counts as a refusal. */
function dares(client: MqttClient, deed: () => Promise<unknown>): Promise<boolean> {
  return Promise.race([
    deed().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => client.once('close', () => resolve(false))),
  ])
}

const deep = `${'l/'.repeat(128)}x`

test.each([
  ['subscribe', '$exclusive/a', {}, 'Exclusive subscriptions are refused.'],
  ['subscribe', '$exclusive/a', { exclusive_subscription: true }, undefined],
  ['subscribe', '$share/g/a', { shared_subscription: false }, 'Shared subscriptions are refused.'],
  ['subscribe', 'a/+', { wildcard_subscription: false }, 'Wildcards in topic filters are refused.'],
  ['subscribe', 'a', { wildcard_subscription: false }, undefined],
  ['subscribe', deep, {}, 'It has 129 levels; more than 128 are refused.'],
  ['publish', deep, {}, 'It has 129 levels; more than 128 are refused.'],
  ['publish', 'a', { max_qos_allowed: 0 }, 'QoS 1 is refused; the highest is 0.'],
  ['publish', 'a', { max_qos_allowed: 1 }, undefined],
  ['retain', 'a', { retain_available: false }, 'Retained messages are refused.'],
] as const)(
  '%s under the MQTT settings, case %#: the page says what the broker does',
  async (deed, topic, mqtt, said) => {
    const wish = deed === 'subscribe' ? 'subscribe' : 'publish'
    const retain = deed === 'retain'
    const question = new URLSearchParams({
      clientid: 'c',
      wish,
      topic,
      qos: '1',
      ...(retain && { retain: '1' }),
    })
    const app = await renderApp(`/authorization/why?${question}`, {
      arrange: async (broker) => {
        await change(broker, mqtt)
        await connectClient(broker.context.cluster, { clientId: 'c' })
      },
    })
    const answer = await answerOf(app)
    const may = said === undefined ? 'may' : 'may not'
    expect(answer.getByRole('status').textContent).toBe(`The client ${may} ${wish}`)
    expect(answer.queryByText('Decided by: MQTT settings') !== null).toBe(said !== undefined)
    if (said !== undefined) answer.getByText(said)
    const client = await connectClient(app.broker.context.cluster, { clientId: 'c2' })
    const isDone = await dares(client, () =>
      wish === 'subscribe'
        ? client.subscribeAsync(topic, { qos: 1 })
        : client.publishAsync(topic, 'x', { qos: 1, retain }),
    )
    expect(isDone).toBe(said === undefined)
  },
)

test('what a rule denies it denies before the settings do', async () => {
  const denied = await renderApp('/authorization/why?clientid=c&as=typed&wish=subscribe&topic=$exclusive/a', {
    arrange: async ({ ask }) => {
      await ask('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules: '{deny, all}.' })
    },
  })
  ;(await answerOf(denied)).getByText('Decided by: File')
})

test('remembered as allowed, and refused by the settings since', async () => {
  const app = await renderApp('/authorization/why?clientid=c&topic=a&qos=1', {
    arrange: async (broker) => {
      const client = await connectClient(broker.context.cluster, { clientId: 'c' })
      await client.publishAsync('a', 'x', { qos: 1 })
      await change(broker, { max_qos_allowed: 0 })
    },
  })
  const answer = await answerOf(app)
  expect(answer.getByRole('status').textContent).toBe('The client may not publish')
  const steps = within(answer.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Authorization cacheAllows/),
    expect.stringMatching(/^MQTT settingsDenies/),
  ])
})

const derived = /The MQTT settings make client IDs or usernames of something else/

test('by the settings of a new broker a client is who it says', async () => {
  const app = await renderApp('/authorization/why?clientid=c&as=typed&wish=connect&listener=ssl:default')
  const answer = await answerOf(app)
  expect(answer.queryByText(derived)).toBeNull()
})

test('a name that the settings make of something else, and a client ID that is too long', async () => {
  const app = await renderApp('/authorization/why?clientid=a-long-one&as=typed&wish=connect', {
    arrange: (broker) => change(broker, { use_username_as_clientid: true, max_clientid_len: 23 }),
  })
  const answer = await answerOf(app)
  expect(answer.getByRole('status').textContent).toBe('The client may connect')
  answer.getByText(derived)
  await app.user.type(app.screen.getByLabelText('Client ID'), '-that-is-longer')
  await app.user.click(app.screen.getByRole('button', { name: 'Explain' }))
  await app.screen.findByText('The client ID has 25 bytes; more than 23 are refused.')
  await app.screen.findByText('The client may not connect')
})

test('a client with SCRAM is asked by those alone that know it', async () => {
  const app = await renderApp('/authorization/why?clientid=c&as=typed&wish=connect&username=ann', {
    arrange: async ({ ask }) => {
      const builtIn = { backend: 'built_in_database', enable: true }
      const password_hash_algorithm = { name: 'plain', salt_position: 'disable' }
      await ask('POST', '/authentication', {
        ...builtIn,
        mechanism: 'password_based',
        password_hash_algorithm,
      })
      await ask('POST', '/authentication', { ...builtIn, mechanism: 'scram', algorithm: 'sha256' })
      await ask('POST', '/authentication/scram:built_in_database/users', { user_id: 'ann', password: 'p' })
    },
  })
  const { screen, user } = app
  const answer = await answerOf(app)
  expect(answer.getByRole('status').textContent).toBe('The client may not connect')
  await user.click(screen.getByRole('button', { name: 'SCRAM or Kerberos' }))
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  await screen.findByText('It has nothing to say of clients with enhanced authentication.')
  screen.getByText('It depends on: Built-in database (SCRAM)')
  expect(app.path()).toContain('enhanced=1')
  await user.clear(screen.getByLabelText('Username'))
  await user.type(screen.getByLabelText('Username'), 'nobody')
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  await screen.findByText('The client may not connect')
})

test('a link that asks for what nobody can do says so', async () => {
  const { screen } = await renderApp('/authorization/why?clientid=c&wish=subscribe&topic=$share//x')
  await screen.findByText(/^Not a valid topic filter/)
})

test('settings that cannot be read do not keep the chain from being walked', async () => {
  const app = await renderApp('/authorization/why?clientid=c&as=typed&topic=a', {
    arrange: (_broker, network) => {
      network.answer(/configs\/global_zone$/, () => Response.json({ mqtt: {} }))
    },
  })
  const answer = await answerOf(app)
  expect(answer.getByRole('status').textContent).toBe('The client may publish')
})
