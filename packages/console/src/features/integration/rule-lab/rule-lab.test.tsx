import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const open = (options: RenderOptions = {}) => renderApp('/rule/rules/create', options)

/** The text as it stands, without what typing would make of brackets. */
async function write({ screen, user }: RenderedApp, sql: string): Promise<void> {
  const box = await screen.findByRole('textbox', { name: 'SQL' })
  await user.clear(box)
  await user.click(box)
  await user.paste(sql)
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
    expect(await app.screen.findByText(/The statement has a syntax error/)).toBeDefined()
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
      ...{ edition: 'enterprise', username: 'eyes' },
      arrange: async ({ world }) => {
        await world.users.create('eyes', 'Viewer-123', { description: '', role: 'viewer' })
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
    expect(await screen.findByText(/not valid JSON/)).toBeDefined()
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
    expect(screen.getByText('1 no result, 1 fails')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next message' }))
    await waitFor(async () => expect((await output(app)).textContent).toContain('"x": 2'))
  })
})
