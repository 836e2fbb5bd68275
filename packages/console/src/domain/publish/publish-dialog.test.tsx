import { delayedRoot } from '@brokerdeck/embedded-broker/config/roots/delayed-root.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import type { IPublishPacket } from 'mqtt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

type Broker = Parameters<NonNullable<RenderOptions['arrange']>>[0]

/** Returns the packets that a real subscriber receives from now on. */
async function subscribe({ context }: Broker, filter: string): Promise<readonly IPublishPacket[]> {
  const client = await connectClient(context.cluster, { clientId: 'listener' })
  onTestFinished(() => void client.end(true))
  const received: IPublishPacket[] = []
  client.on('message', (_topic, _payload, packet) => received.push(packet))
  await client.subscribeAsync(filter, { qos: 2 })
  return received
}

async function openFromAnywhere({ screen, user }: RenderedApp, title = 'Publish a message') {
  await screen.findAllByRole('navigation')
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('button', { name: title }))
  return within(await screen.findByRole('dialog', { name: title }))
}

async function retype(app: RenderedApp, topic: string) {
  const dialog = within(await app.screen.findByRole('dialog', { name: 'Publish a message' }))
  await app.user.clear(dialog.getByLabelText('Topic'))
  await app.user.type(dialog.getByLabelText('Topic'), topic)
  await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
  return dialog
}

async function publishTo(app: RenderedApp, topic: string) {
  await openFromAnywhere(app)
  return retype(app, topic)
}

const waiting = ({ broker }: RenderedApp) =>
  broker.context.cluster.delayed.all().map(({ message }) => message.topic)

describe('publishing from anywhere', () => {
  it('reaches a subscriber with all that was set', async () => {
    const app = await renderApp('/clients')
    const received = await subscribe(app.broker, 'plant/#')
    const { user } = app
    const dialog = await openFromAnywhere(app)
    await user.type(dialog.getByLabelText('Topic'), 'plant/line-1')
    await user.selectOptions(dialog.getByLabelText('QoS'), '1')
    await user.click(dialog.getByRole('button', { name: 'JSON' }))
    await user.click(dialog.getByRole('textbox', { name: 'Payload' }))
    await user.paste('{"t":21.50}')
    await user.click(dialog.getByText('MQTT 5 properties'))
    await user.type(await dialog.findByLabelText('Content type'), 'application/json')
    expect(dialog.getAllByText('optional').length).toBeGreaterThanOrEqual(4)
    await user.type(dialog.getByLabelText('Message expiry interval'), '60')
    await user.type(dialog.getByLabelText('Response topic'), 'plant/reply')
    await user.type(dialog.getByLabelText('Correlation data'), 'c-1')
    await user.click(dialog.getByRole('switch', { name: /UTF-8 text/ }))
    await user.click(dialog.getByRole('button', { name: 'Add a user property' }))
    await user.type(dialog.getByLabelText('Name of user property 1'), 'site')
    await user.type(dialog.getByLabelText('Value of user property 1'), 'berlin')
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await dialog.findByText('At least one subscriber gets it.')).toBeDefined()
    await waitFor(() => expect(received).toHaveLength(1))
    expect(received[0]).toMatchObject({
      topic: 'plant/line-1',
      qos: 1,
      payload: Buffer.from('{"t":21.50}'),
      properties: {
        contentType: 'application/json',
        responseTopic: 'plant/reply',
        correlationData: Buffer.from('c-1'),
        payloadFormatIndicator: true,
        userProperties: { site: 'berlin' },
      },
    })
    expect(received[0]?.properties?.messageExpiryInterval).toBeLessThanOrEqual(60)
  })

  it('sends bytes that are no text as the bytes that they are', async () => {
    const app = await renderApp('/clients')
    const received = await subscribe(app.broker, 'raw')
    const dialog = await openFromAnywhere(app)
    await app.user.type(dialog.getByLabelText('Topic'), 'raw')
    await app.user.click(dialog.getByRole('button', { name: 'Hex' }))
    await app.user.type(dialog.getByRole('textbox', { name: 'Payload' }), '00 ff fe{Tab}')
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(received[0]?.payload).toEqual(Buffer.from([0, 0xff, 0xfe])))
  })

  it('says that nobody subscribes, and keeps what was asked to be kept', async () => {
    const app = await renderApp('/clients')
    const dialog = await openFromAnywhere(app)
    await app.user.type(dialog.getByLabelText('Topic'), 'nobody/here')
    await app.user.type(dialog.getByRole('textbox', { name: 'Payload' }), 'on')
    await app.user.click(dialog.getByRole('switch', { name: /future subscribers/ }))
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(
      await dialog.findByText('Nobody subscribes to this topic. It is kept for future subscribers.'),
    ).toBeDefined()
    expect([...app.broker.context.cluster.retained()].map(({ topic }) => topic)).toContain('nobody/here')
  })

  it('sends nothing that is faulty, and says where it is', async () => {
    const app = await renderApp('/clients')
    const dialog = await openFromAnywhere(app)
    const { user, network } = app
    await user.type(dialog.getByLabelText('Topic'), 'plant/#')
    await user.click(dialog.getByRole('button', { name: 'JSON' }))
    await user.click(dialog.getByRole('textbox', { name: 'Payload' }))
    await user.paste('{oops')
    await user.click(dialog.getByText('MQTT 5 properties'))
    await user.type(await dialog.findByLabelText('Message expiry interval'), 'soon')
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(dialog.getByText('A topic to publish to cannot contain + or #')).toBeDefined()
    expect(dialog.getByText('Please enter the correct JSON')).toBeDefined()
    expect(dialog.getByText('Input error: the number range is 0 - 4,294,967,295')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Topic')))
    expect(network.asked).not.toContain('POST /api/v5/publish')
  })

  it('shows the refusal of the broker at its field and loses nothing', async () => {
    const app = await renderApp('/clients')
    const dialog = await openFromAnywhere(app)
    await app.user.type(dialog.getByLabelText('Topic'), 'big')
    await app.user.upload(
      dialog.getByLabelText('Payload from a file'),
      new File([new Uint8Array(1024 * 1024)], 'firmware.bin'),
    )
    await waitFor(() => expect(dialog.getByText('1 MiB')).toBeDefined())
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await dialog.findByText(/Packet too large/)).toBeDefined()
    expect(dialog.getByRole('textbox', { name: 'Payload' }).getAttribute('aria-invalid')).toBe('true')
    expect(dialog.getByDisplayValue('big')).toBeDefined()
  })

  it('shows the beginning of what is too long to be edited, and sends all of it', async () => {
    const app = await renderApp('/clients')
    const { user } = app
    const received = await subscribe(app.broker, 'long')
    const dialog = await openFromAnywhere(app)
    await user.type(dialog.getByLabelText('Topic'), 'long')
    const box = dialog.getByRole('textbox', { name: 'Payload' })
    await user.type(box, 'begin end')
    await user.type(box, ' ', { initialSelectionStart: 6, initialSelectionEnd: 6 })
    await user.paste('line\r\n'.repeat(30_000))
    expect(dialog.getByText(/Too long to be edited here/)).toBeDefined()
    expect(box).toMatchObject({ readOnly: true, value: `begin  ${'line\n'.repeat(30_000)}`.slice(0, 2000) })
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(received).toHaveLength(1))
    expect(received[0]?.payload.toString()).toBe(`begin  ${'line\n'.repeat(30_000)}end`)
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(document.activeElement).toBe(box)
    await user.keyboard('short')
    expect(box).toMatchObject({ readOnly: false, value: 'short' })
  })

  it('says that the broker cannot be reached', async () => {
    const app = await renderApp('/clients')
    const dialog = await openFromAnywhere(app)
    await app.user.type(dialog.getByLabelText('Topic'), 'a')
    app.network.cut(true)
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await dialog.findByRole('alert')).toBeDefined()
    expect(dialog.getByText('Network Error')).toBeDefined()
    expect(dialog.getByDisplayValue('a')).toBeDefined()
  })

  it('takes up a message from before', async () => {
    const app = await renderApp('/clients')
    const dialog = await openFromAnywhere(app)
    const topic = () => dialog.getByLabelText('Topic')
    await app.user.type(topic(), 'first')
    await app.user.type(dialog.getByRole('textbox', { name: 'Payload' }), 'one')
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    await app.user.clear(topic())
    await app.user.type(topic(), 'second')
    await app.user.click(await dialog.findByText('Published before'))
    await app.user.click(await dialog.findByRole('button', { name: 'Use the message to first' }))
    expect(dialog.getByDisplayValue('first')).toBeDefined()
    expect(dialog.getByDisplayValue('one')).toBeDefined()
  })

  it('repeats a message as often as asked', async () => {
    const app = await renderApp('/clients')
    const received = await subscribe(app.broker, 'tick')
    const dialog = await openFromAnywhere(app)
    await app.user.type(dialog.getByLabelText('Topic'), 'tick')
    await app.user.click(dialog.getByText('Repeat'))
    await app.user.clear(await dialog.findByLabelText('Every'))
    await app.user.type(dialog.getByLabelText('Every'), '50')
    expect(dialog.getByText('Input error: the number range is 100 - 3,600,000')).toBeDefined()
    await app.user.clear(dialog.getByLabelText('Every'))
    await app.user.type(dialog.getByLabelText('Every'), '100')
    await app.user.type(dialog.getByLabelText('How many times'), '3')
    await app.user.click(dialog.getByRole('button', { name: 'Start repeating' }))
    expect(await dialog.findByText('3 messages sent')).toBeDefined()
    expect(received).toHaveLength(3)
    expect(dialog.getByRole('button', { name: 'Start repeating' })).toBeDefined()
  })

  it('is closed to viewers, with the reason', async () => {
    const app = await renderApp('/clients', {
      edition: 'enterprise',
      username: 'val',
      arrange: async ({ context }) => {
        await context.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
      },
    })
    const dialog = await openFromAnywhere(app)
    await app.user.type(dialog.getByLabelText('Topic'), 'a')
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(dialog.getAllByText(/Your role is viewer/).length).toBeGreaterThan(0)
    expect(app.network.asked).not.toContain('POST /api/v5/publish')
  })

  it('reads back that a message is held back, and until when', async () => {
    const app = await renderApp('/clients')
    const dialog = await publishTo(app, '$delayed/3600/door')
    expect(await dialog.findByText(/^The broker holds the message back until \d{4}-/)).toBeDefined()
    expect(waiting(app)).toEqual(['door'])
  })

  it.each([
    ['$delayed/abc/door', /a whole number of seconds and a topic must follow \$delayed\//],
    ['$delayed/99999999999999/door', /the longest delay is 4,294,967 seconds/],
    ['$delayed/60', /a topic must follow \$delayed\/ and the seconds/],
    ['$delayed/1.5/door', /a whole number of seconds and a topic must follow \$delayed\//],
    ['$delayed/0/door', /^Sent at once: the time is not in the future/],
    ['$delayed/-5/door', /^Sent at once: the time is not in the future/],
    ['$delayed/4294967/door', /Sent at once: the time is not in the future/],
  ])('says before and after that %s is not held back', async (topic, words) => {
    const app = await renderApp('/clients')
    const dialog = await publishTo(app, topic)
    await waitFor(() => expect(dialog.getAllByText(words)).toHaveLength(2))
    await waitFor(() => expect(waiting(app)).toEqual([]))
    expect(dialog.queryByText(/holds the message back until/)).toBeNull()
  })

  it('says that a node holds back no more, and that delayed publish is turned off', async () => {
    const app = await renderApp('/clients')
    const { config } = app.broker.context
    await config.write(delayedRoot, { enable: true, max_delayed_messages: 1 })
    await publishTo(app, '$delayed/3600/first')
    await app.screen.findByText(/holds the message back until/)
    const dialog = await retype(app, '$delayed/3600/second')
    expect(
      await dialog.findByText(
        'The broker dropped the message: a node holds back at most 1 delayed messages.',
      ),
    ).toBeDefined()
    expect(waiting(app)).toEqual(['first'])
    await config.write(delayedRoot, { enable: false, max_delayed_messages: 0 })
    await retype(app, '$delayed/3600/third')
    expect(await dialog.findByText(/delayed publish is turned off/)).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const app = await renderApp('/clients', { locale: 'zh' })
    const dialog = await openFromAnywhere(app, '发布消息')
    await app.user.type(dialog.getByLabelText('主题'), 'a')
    await app.user.click(dialog.getByRole('button', { name: '发布' }))
    expect(await dialog.findByText('没有客户端订阅该主题。')).toBeDefined()
  })
})

describe('publishing from a list', () => {
  it('begins with the topic of the row', async () => {
    const app = await renderApp('/subscriptions/topics', {
      arrange: async (broker) => void (await subscribe(broker, '$share/g/alarms/door')),
    })
    await app.user.click(await app.screen.findByRole('button', { name: 'Actions for $share/g/alarms/door' }))
    await app.user.click(app.screen.getByRole('menuitem', { name: 'Publish here' }))
    expect(await app.screen.findByDisplayValue('alarms/door')).toBeDefined()
  })

  it('makes a topic of a filter before it is sent', async () => {
    const app = await renderApp('/subscriptions/subscription', {
      arrange: async (broker) => void (await subscribe(broker, 'alarms/+')),
    })
    await app.user.click(await app.screen.findByRole('button', { name: 'Actions for alarms/+ listener' }))
    await app.user.click(app.screen.getByRole('menuitem', { name: 'Publish here' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Publish a message' }))
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(dialog.getByText('A topic to publish to cannot contain + or #')).toBeDefined()
  })
})
