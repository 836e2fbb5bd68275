import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { chooseSample } from '#features/integration/bridges/form/testing/choose-sample.ts'
import {
  openReceiver,
  partsOf,
  send,
  submit,
} from '#features/integration/webhooks/testing/arrange-webhooks.ts'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

async function fill({ screen, user }: Pick<RenderedApp, 'screen' | 'user'>, name: string, url: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), name)
  await user.type(screen.getByRole('textbox', { name: 'URL' }), url)
}

describe('create webhook', () => {
  it('is reached from the list, and sends what a client publishes to the server that was typed', async () => {
    const { url, got } = await openReceiver()
    const app = await renderApp('/webhook')
    const { screen, user, broker, path } = app
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }))
    await fill(app, 'line_alarms', url)
    expect(path()).toBe('/webhook/create')
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Alarms of all lines')
    await user.click(screen.getByRole('button', { name: /topic filter$/i }))
    await user.type(screen.getByRole('textbox', { name: /Topic filter/ }), 'plant/+/alarm')
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    // The review shows the three request bodies, and no field that only the form has.
    expect(await review.findByText('rule.sql')).toBeDefined()
    expect(review.getByText('connector.url')).toBeDefined()
    expect(review.getByText('action.connector')).toBeDefined()
    expect(review.queryByText(/^trigger/)).toBeNull()
    await submit(app)
    await waitFor(() => expect(path()).toBe('/webhook/line_alarms_WH_D'))
    expect(await broker.ask('GET', '/rules/line_alarms_WH_D')).toMatchObject({
      body: {
        sql: 'SELECT\n  *\nFROM\n  "plant/+/alarm"',
        description: 'Alarms of all lines',
        actions: ['http:line_alarms_WH_D'],
      },
    })
    expect(await broker.ask('GET', '/actions/http:line_alarms_WH_D')).toMatchObject({
      body: {
        connector: 'line_alarms_WH_D',
        parameters: { method: 'post', headers: { 'content-type': 'application/json' } },
      },
    })
    await send(app, 'plant/4/alarm', '{"code":2107}')
    await waitFor(() => expect(got.some(({ method }) => method === 'POST')).toBe(true))
    const [posted] = got.filter(({ method }) => method === 'POST')
    expect(posted?.url).toBe('/line')
    expect(JSON.parse(posted?.body ?? '')).toMatchObject({ topic: 'plant/4/alarm', clientid: 'oven-2' })
  })

  it.each([
    ['connectors', 'Connector http:line_WH_D', [200, 404, 404]],
    ['actions', 'Action http:line_WH_D', [404, 200, 404]],
    ['rules', 'Rule line_WH_D', [404, 404, 200]],
  ] as const)(
    'takes back what was made when the step of the %s is refused, and keeps what was typed',
    async (kind, part, left) => {
      const bodies = {
        connectors: { type: 'http', name: 'line_WH_D', url: 'http://127.0.0.1:9' },
        actions: { type: 'http', name: 'line_WH_D', connector: 'other', parameters: { method: 'get' } },
        rules: { id: 'line_WH_D', sql: 'SELECT * FROM "x"', actions: [] },
      }
      const app = await renderApp('/webhook/create', {
        arrange: async ({ ask }) => {
          await ask('POST', '/connectors', { type: 'http', name: 'other', url: 'http://127.0.0.1:9' })
          await ask('POST', `/${kind}`, bodies[kind])
        },
      })
      await fill(app, 'line', 'http://127.0.0.1:9')
      await submit(app)
      const { screen } = app
      expect((await screen.findAllByText(new RegExp(`${part} can't be created`))).length).toBeGreaterThan(0)
      if (kind !== 'connectors')
        expect(screen.getByText(/The objects created before it are deleted again/)).toBeDefined()
      expect(screen.getByDisplayValue('line')).toBeDefined()
      expect(await partsOf(app.broker, 'line_WH_D')).toEqual(left)
      expect(app.path()).toBe('/webhook/create')
    },
  )

  it('names what is left where taking back fails, too', async () => {
    const app = await renderApp('/webhook/create', {
      arrange: ({ ask }) =>
        ask('POST', '/rules', { id: 'line_WH_D', sql: 'SELECT * FROM "x"', actions: [] }).then(
          () => undefined,
        ),
    })
    app.network.answer(/\/actions\/http(?::|%3A)line_WH_D$/, () =>
      Response.json({ code: 'SERVICE_UNAVAILABLE', message: 'busy' }, { status: 503 }),
    )
    await fill(app, 'line', 'http://127.0.0.1:9')
    await submit(app)
    const told = await app.screen.findByText(/Still there and to be deleted by hand/)
    expect(told.textContent).toContain('Action http:line_WH_D and Connector http:line_WH_D')
    expect(await partsOf(app.broker, 'line_WH_D')).toEqual([200, 200, 200])
  })

  it('says at the fields what is missing, twice or of no form', async () => {
    const app = await renderApp('/webhook/create')
    const { screen, user } = app
    await fill(app, '-x', 'nowhere')
    for (const place of [1, 2]) {
      await user.click(screen.getByRole('button', { name: /topic filter$/i }))
      await user.type(screen.getByRole('textbox', { name: `Topic filter ${place}` }), 'a/b')
    }
    await submit(app)
    expect((await screen.findAllByText(/Starts with a letter or digit/)).length).toBeGreaterThan(0)
    expect(screen.getAllByText(/already in the list/).length).toBeGreaterThan(0)
    expect(screen.getByRole('textbox', { name: 'URL' }).getAttribute('aria-invalid')).toBe('true')
    expect(app.network.asked.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('shows the request for a sample, as curl with its secrets hidden', async () => {
    const app = await renderApp('/webhook/create')
    const { screen, user } = app
    await fill(app, 'line', 'http://127.0.0.1:9/hook')
    const preview = within(screen.getByRole('region', { name: 'Preview' }))
    await waitFor(() =>
      expect(preview.getByRole('region', { name: 'HTTP request' }).textContent).toContain('c_emqx'),
    )
    expect(preview.getByRole('region', { name: 'HTTP request' }).textContent).toContain('POST /hook HTTP/1.1')
    await user.click(preview.getByRole('button', { name: 'curl' }))
    const command = preview.getByRole('region', { name: 'curl command' })
    expect(command.textContent).toContain('curl -X POST http://127.0.0.1:9/hook')
    expect(command.textContent).toContain("-H 'content-type: application/json'")
  })

  it('shows the request for the message that is chosen', async () => {
    const app = await renderApp('/webhook/create')
    const { screen, user } = app
    await fill(app, 'line', 'http://127.0.0.1:9/hook')
    await user.click(await screen.findByRole('textbox', { name: 'Body' }))
    await user.paste(`{"q": \${qos}}`)
    await user.click(await screen.findByRole('button', { name: 'Change sample…' }))
    await chooseSample(app, '{"event_type": "message_publish", "topic": "a", "qos": 2}')
    const preview = within(screen.getByRole('region', { name: 'Preview' }))
    await waitFor(() =>
      expect(preview.getByRole('region', { name: 'HTTP request' }).textContent).toContain('{"q": 2}'),
    )
    expect(preview.getByText(/^For the chosen message/)).toBeDefined()
  })

  it('says of a body that is no JSON what the broker would not, and creates it all the same', async () => {
    const app = await renderApp('/webhook/create')
    const { screen, user } = app
    await fill(app, 'line', 'http://127.0.0.1:9')
    const body = await screen.findByRole('textbox', { name: 'Body' })
    await user.click(body)
    await user.paste('{"temp": ${payload.t}')
    expect(await screen.findByText(/^No message makes this JSON/)).toBeDefined()
    await submit(app)
    await waitFor(async () => expect(await partsOf(app.broker, 'line_WH_D')).toEqual([200, 200, 200]))
  })

  it('tries the connection, and says in words why there is none', async () => {
    const { url } = await openReceiver()
    const app = await renderApp('/webhook/create')
    const { screen, user } = app
    await fill(app, 'line', url)
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText(/Test success, your configuration works fine/)).toBeDefined()
    await user.clear(screen.getByRole('textbox', { name: 'URL' }))
    await user.type(screen.getByRole('textbox', { name: 'URL' }), 'http://127.0.0.1:9')
    expect(await screen.findByText('Settings have been changed since the test.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText(/Test failed/)).toBeDefined()
    expect((await app.broker.ask('GET', '/connectors')).body).toEqual([])
  })
})
