import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const open = (options: RenderOptions = {}) => renderApp('/rule/rules/create', options)

/** Pastes the text, because typing would complete brackets. */
async function write({ screen, user }: RenderedApp, sql: string): Promise<void> {
  const box = await screen.findByRole('textbox', { name: 'SQL' })
  await user.clear(box)
  await user.click(box)
  await user.paste(sql)
  await screen.findByRole('region', { name: 'Try the statement', busy: false })
}

const output = ({ screen }: RenderedApp) => screen.findByRole('region', { name: 'Output' })

describe('preview', () => {
  it('follows the statement as it is typed, on an example of what stands in FROM', async () => {
    const app = await open()
    await write(app, 'SELECT topic, qos + 1 as q FROM "plant/+/temp"')
    await waitFor(async () => expect((await output(app)).textContent).toContain('"plant/1/temp"'))
    expect((await output(app)).textContent).toContain('"q": 2')
    await write(app, 'SELECT topic FROM "plant/+/temp" WHERE qos = 2')
    expect(await app.screen.findByText('WHERE is not true for this message.')).toBeDefined()
    await write(app, 'SELECT topic FROM')
    expect(await app.screen.findByText(/^The statement ends too early\. The preview continues/)).toBeDefined()
  })

  it('says what only the broker can say, and lets it', async () => {
    const app = await open()
    await write(app, `SELECT getenv('HOME') as home FROM "t/#"`)
    expect(await app.screen.findByText(/Only the broker can evaluate getenv/)).toBeDefined()
    await app.user.click(app.screen.getByRole('button', { name: 'Ask the broker' }))
    expect(await app.screen.findByText('The broker answers')).toBeDefined()
  })

  it('asks the broker, which agrees but for what depends on time', async () => {
    const app = await open()
    await write(app, 'SELECT topic, timestamp, payload.msg as msg FROM "t/#"')
    expect(await app.screen.findByText(/not compared: \/timestamp/)).toBeDefined()
    await app.user.click(app.screen.getByRole('button', { name: 'Ask the broker' }))
    expect(await app.screen.findByText('The broker gives the same result')).toBeDefined()
  })

  it('shows both where the broker gives something else', async () => {
    const app = await open({
      arrange: (_, network) => network.answer(/\/rule_test$/, () => Response.json({ q: 9, topic: 't/1' })),
    })
    await write(app, 'SELECT topic, qos + 1 as q FROM "t/#"')
    await waitFor(async () => expect((await output(app)).textContent).toContain('"q": 2'))
    await app.user.click(app.screen.getByRole('button', { name: 'Ask the broker' }))
    expect(await app.screen.findByText('The broker gives another result')).toBeDefined()
    expect(app.screen.getByText('Different at /q')).toBeDefined()
    expect(app.screen.getByRole('region', { name: 'Broker' }).textContent).toContain('"q": 9')
    expect(app.screen.getAllByRole('region', { name: 'Computed here' })[0]?.textContent).toContain('"q": 2')
  })

  it('is not sent by a viewer, who still sees what is computed here', async () => {
    const app = await open({
      edition: 'enterprise',
      username: 'eyes',
      arrange: async ({ context }) => {
        await context.users.create('eyes', 'Viewer-123', { description: '', role: 'viewer' })
      },
    })
    const ask = await app.screen.findByRole('button', { name: 'Ask the broker' })
    expect(ask.getAttribute('aria-disabled')).toBe('true')
    await waitFor(async () => expect((await output(app)).textContent).toContain('"topic": "t/1"'))
  })
})

describe('messages to try', () => {
  it('are two views of one text: what is wrong is said at its field, and nothing is lost', async () => {
    const app = await open()
    await write(app, 'SELECT qos FROM "t/#"')
    const { screen, user } = app
    await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
    const qos = await screen.findByRole('textbox', { name: 'qos' })
    await user.clear(qos)
    await user.type(qos, '7')
    expect(await screen.findByText('Must be 0, 1 or 2.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Raw JSON' }))
    const raw = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message as JSON' })
    expect(JSON.parse(raw.value)).toMatchObject({ event_type: 'message_publish', topic: 't/1', qos: 7 })
    await user.clear(raw)
    await user.click(raw)
    await user.paste('{"event_type":"message_publish","topic":"t/9","qos":2,"nobody":1')
    expect(await screen.findByText(/Please enter the correct JSON/)).toBeDefined()
    await user.type(raw, '}')
    await user.click(screen.getByRole('button', { name: 'Form' }))
    const nobody = within(
      (await screen.findByRole('textbox', { name: 'nobody' })).closest('div') ?? document.body,
    )
    expect(nobody).toBeDefined()
    expect(screen.getByText('message_publish has no such column.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Remove column nobody' }))
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    await waitFor(async () => expect((await output(app)).textContent).toContain('"qos": 2'))
  })

  it('are pasted, and counted by what becomes of them', async () => {
    const app = await open()
    await write(app, 'SELECT payload.x as x FROM "t/#" WHERE x > 1')
    const { screen, user } = app
    await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
    await user.click(screen.getByRole('button', { name: 'Paste…' }))
    const one = (x: unknown) => ({
      event_type: 'message_publish',
      topic: 't/a',
      payload: JSON.stringify({ x }),
    })
    await user.click(await screen.findByRole('textbox', { name: 'Messages or a payload' }))
    await user.paste(JSON.stringify([one(1), one(2), one(3), one('x')]))
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    expect(await screen.findByText('2 of 4 pass')).toBeDefined()
    expect(screen.getByText(/^1 no result, 1 fails: \{"match_conditions_error":/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show failed message' }))
    await screen.findByText('4 of 4')
    await waitFor(async () => expect((await output(app)).textContent).toContain('match_conditions_error'))
    await user.click(screen.getByRole('button', { name: 'Previous message' }))
    await user.click(screen.getByRole('button', { name: 'Previous message' }))
    await user.click(screen.getByRole('button', { name: 'Previous message' }))
    await user.click(screen.getByRole('button', { name: 'Next message' }))
    await waitFor(async () => expect((await output(app)).textContent).toContain('"x": 2'))
  })
})

describe('captured messages', () => {
  it('come from the filters of FROM with their own QoS, and end with the page', async () => {
    const app = await open()
    await write(app, 'SELECT payload.x as x, qos FROM "plant/+/temp", "plant/#", "$events/client_connected"')
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
    await user.click(screen.getByRole('button', { name: 'Capture live' }))
    const observers = () =>
      [...broker.context.cluster.sessions()].filter(({ clientid }) =>
        clientid.startsWith('brokerdeck-rule-lab-'),
      )
    await waitFor(() => expect(screen.getByText('Capturing')).toBeDefined())
    expect([...(observers()[0]?.subscriptions.keys() ?? [])]).toEqual(['plant/#'])
    const payload = Buffer.from('{"x":4}')
    await broker.context.cluster.publish({ topic: 'plant/7/temp', payload, qos: 2, retain: false })
    await broker.context.cluster.publish({
      topic: 'plant/bytes',
      payload: Buffer.of(255, 0),
      qos: 1,
      retain: false,
    })
    expect(await screen.findByRole('button', { name: /^plant\/bytes/ })).toBeDefined()
    await user.click(await screen.findByRole('button', { name: /^plant\/7\/temp/ }))
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(observers()).toEqual([]))
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    expect(await screen.findByText('1 of 2 pass')).toBeDefined()
    await waitFor(async () => expect((await output(app)).textContent).toContain('"qos": 2'))
  })

  it('count once where several filters of FROM take them', async () => {
    const app = await open()
    await write(app, 'SELECT payload FROM "plant/+/temp", "+/7/#"')
    await app.user.click(await app.screen.findByRole('tab', { name: /^Messages/ }))
    await app.user.click(app.screen.getByRole('button', { name: 'Capture live' }))
    await waitFor(() => expect(app.screen.getByText('Capturing')).toBeDefined())
    for (const topic of ['plant/7/temp', 'plant/8/temp', 'other/7/x'])
      await app.broker.context.cluster.publish({ topic, payload: Buffer.from('{}'), qos: 1, retain: false })
    // The last topic matches one filter only: once its message is shown, all copies of the other messages have
    // arrived.
    expect(await app.screen.findByRole('button', { name: /^other\/7\/x/ })).toBeDefined()
    expect(app.screen.getByText('3 taken')).toBeDefined()
  })

  it('cannot be of events, which is said', async () => {
    const app = await open()
    await write(app, 'SELECT * FROM "$events/client_connected"')
    await app.user.click(await app.screen.findByRole('tab', { name: /^Messages/ }))
    const capture = app.screen.getByRole('button', { name: 'Capture live' })
    expect(capture.getAttribute('aria-disabled')).toBe('true')
    expect(app.screen.getByRole('combobox', { name: 'Event' })).toHaveProperty('value', 'client_connected')
  })

  it('are retained ones, too', async () => {
    const app = await open({
      arrange: async ({ context }) => {
        for (const topic of ['plant/a', 'plant/b', 'else']) {
          const message = { topic, payload: Buffer.from(`{"of":"${topic}"}`), qos: 1, retain: true } as const
          await context.cluster.publish(message)
        }
      },
    })
    await write(app, 'SELECT payload.of as of FROM "plant/+"')
    const { screen, user } = app
    await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
    await user.click(screen.getByRole('button', { name: 'Take retained messages' }))
    expect(await screen.findByText('2 messages taken')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /^plant\/b/ }))
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    await waitFor(async () => expect((await output(app)).textContent).toContain('"of": "plant/b"'))
  })
})

describe('test cases', () => {
  const rule = { id: 'hot', sql: 'SELECT qos, timestamp as at FROM "t/#"', actions: [] }
  const openRule = () =>
    renderApp('/rule/rules/hot?tab=settings', {
      arrange: ({ ask }) => ask('POST', '/rules', rule).then(() => undefined),
    })

  it('hold, break with an edit that says where, and warn before it is saved', async () => {
    const app = await openRule()
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('tab', { name: /^Test cases/ }))
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Add current message' }).getAttribute('aria-disabled'),
      ).toBeNull(),
    )
    await user.click(screen.getByRole('button', { name: 'Add current message' }))
    expect(await screen.findByText('1 of 1 as expected')).toBeDefined()
    await write(app, 'SELECT qos + 1 as qos, timestamp as at FROM "t/#"')
    expect(await screen.findByText('Another output at /qos')).toBeDefined()
    await user.click(screen.getAllByRole('button', { name: 'Apply 1 change' })[0] ?? document.body)
    expect(await screen.findByText('Save although 1 of 1 test cases breaks?')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect((await screen.findAllByText(/Not saved: test cases break/)).length).toBeGreaterThan(0)
    expect(await broker.ask('GET', '/rules/hot')).toMatchObject({ body: { sql: rule.sql } })
    await user.click(screen.getAllByRole('button', { name: 'Apply 1 change' })[0] ?? document.body)
    await user.click(await screen.findByRole('button', { name: 'Save anyway' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
        body: { sql: expect.stringContaining('qos + 1') },
      }),
    )
  })

  it('of a new rule are those of the rule once it is made, are edited, and are imported as they were exported', async () => {
    const app = await open()
    const { screen, user } = app
    await write(app, 'SELECT topic FROM "t/#" WHERE qos > 1')
    await user.click(await screen.findByRole('tab', { name: /^Test cases/ }))
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Add current message' }).getAttribute('aria-disabled'),
      ).toBeNull(),
    )
    await user.click(screen.getByRole('button', { name: 'Add current message' }))
    await user.click(await screen.findByRole('button', { name: 'Edit t/1' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'QoS 1 is left out')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('As expected: No result')).toBeDefined()
    const file = (text: string) => new File([text], 'rule-tests.json', { type: 'application/json' })
    const input = screen.getByLabelText('File with test cases')
    await user.upload(input, file('{"format":"other"}'))
    expect(await screen.findByText(/no test cases that can be read/)).toBeDefined()
    const [kept = ''] = Object.values(localStorage).filter((text) => String(text).includes('left out'))
    await user.upload(input, file(String(kept)))
    expect(await screen.findByText('2 of 2 as expected')).toBeDefined()
    await user.click(screen.getAllByRole('button', { name: 'Create rule' })[0] ?? document.body)
    await waitFor(() =>
      expect(Object.keys(localStorage).filter((key) => key.startsWith('ruleTests'))).toEqual([
        expect.stringMatching(/"rule_\w{4}"\]$/),
      ]),
    )
  })
})

describe('what a change changes', () => {
  it('is counted over all messages, and shown beside what the saved rule gives', async () => {
    const app = await renderApp('/rule/rules/hot?tab=settings', {
      arrange: ({ ask }) =>
        ask('POST', '/rules', { id: 'hot', sql: 'SELECT payload.x as x FROM "t/#"' }).then(() => undefined),
    })
    const { screen, user } = app
    await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
    await user.click(screen.getByRole('button', { name: 'Paste…' }))
    const one = (x: number) => ({
      event_type: 'message_publish',
      topic: 't/a',
      payload: JSON.stringify({ x }),
    })
    await user.click(await screen.findByRole('textbox', { name: 'Messages or a payload' }))
    await user.paste(JSON.stringify([one(1), one(2), one(3)]))
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    await write(app, 'SELECT payload.x as x FROM "t/#" WHERE x = 2')
    expect(await screen.findByText('2 of 3 messages would now give another result')).toBeDefined()
    expect((await screen.findByRole('region', { name: 'Saved rule' })).textContent).toContain('"x": 1')
    expect(screen.getByRole('heading', { name: 'This edit' })).toBeDefined()
  })
})

it('speaks Chinese', async () => {
  const app = await open({ locale: 'zh' })
  expect(await app.screen.findByRole('button', { name: '向 Broker 求证' })).toBeDefined()
  await app.user.click(app.screen.getByRole('tab', { name: /^测试用例/ }))
  expect(await app.screen.findByText('暂无测试用例')).toBeDefined()
  await app.user.click(app.screen.getByRole('tab', { name: /^消息/ }))
  expect(await app.screen.findByRole('button', { name: '实时捕获' })).toBeDefined()
})
