import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { arrangeConnectors } from '#features/integration/bridges/connectors/testing/arrange-connectors.ts'
import { renderApp } from '#testing/render-app.ts'

/** Returns the first button with the name, which is above the form on a phone, and beside the form elsewhere. */
const button = (name: string) => {
  const [first] = within(document.body).getAllByRole('button', { name })
  if (first === undefined) throw new Error('There is no such button')
  return first
}

describe('create connector', () => {
  it('leads from the list over a type to the connector that was typed', async () => {
    const { screen, user, broker, path } = await renderApp('/connector')
    await user.click(await screen.findByRole('button', { name: 'Create connector' }))
    expect(path()).toBe('/connector/create')
    await user.type(await screen.findByRole('textbox', { name: 'Search types' }), 'webhook')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^MQTT broker/ })).toBeNull())
    await user.click(screen.getByRole('button', { name: /^HTTP server/ }))
    expect(path()).toBe('/connector/create?type=http')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'web')
    await user.type(screen.getByRole('textbox', { name: 'URL' }), 'http://127.0.0.1:9')
    await user.click(button('Create connector'))
    await waitFor(() => expect(path()).toBe('/connector/http%3Aweb'))
    expect(await broker.ask('GET', '/connectors/http:web')).toMatchObject({
      body: { url: 'http://127.0.0.1:9', enable: true, pool_size: 8 },
    })
  })

  it('offers what sends, what feeds, and all of the connected edition', async () => {
    const { screen, user } = await renderApp('/connector/create', { edition: 'enterprise' })
    const groups = await screen.findAllByRole('heading', { level: 2 })
    expect(groups.map(({ textContent }) => textContent)).toContain('Databases 10')
    await user.click(screen.getByRole('button', { name: 'Sources' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^PostgreSQL/ })).toBeNull())
    expect(screen.getByRole('button', { name: /^Kafka consumer/ })).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: 'Search types' }), 'nothing like it')
    expect(await screen.findByText('No type matches')).toBeDefined()
  })

  it('says what cannot be chosen as text, and sends it', async () => {
    const { screen, user, broker, path } = await renderApp('/connector/create?type=tablestore', {
      edition: 'enterprise',
    })
    const model = await screen.findByRole('group', { name: 'Storage model' })
    expect(model.textContent).toBe('Time series model')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'ts')
    await user.type(screen.getByRole('textbox', { name: 'Endpoint' }), 'http://127.0.0.1:9')
    await user.type(screen.getByRole('textbox', { name: 'Instance' }), 'one')
    await user.type(screen.getByLabelText('Access key ID', { selector: 'input' }), 'id')
    await user.type(screen.getByLabelText('Access key secret', { selector: 'input' }), 'secret')
    await user.click(button('Create connector'))
    await waitFor(() => expect(path()).toBe('/connector/tablestore%3Ats'))
    expect(await broker.ask('GET', '/connectors/tablestore:ts')).toMatchObject({
      body: { storage_model_type: 'timeseries' },
    })
  })

  it('says of a type that Community does not have that it is not in this edition', async () => {
    const { screen } = await renderApp('/connector/create?type=mysql')
    expect(await screen.findByText('Not in this edition')).toBeDefined()
    expect(screen.getByText(/^MySQL belongs to EMQX Enterprise/)).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('tries what stands in the form, says in words why it fails, and keeps nothing of it', async () => {
    const { screen, user, broker } = await renderApp('/connector/create?type=http')
    await user.type(await screen.findByRole('textbox', { name: 'URL' }), 'http://127.0.0.1:9')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'web')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText(/Test failed/)).toBeDefined()
    expect(screen.getByText('Nothing accepts connections at this address and port.')).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: 'URL' }), '9')
    expect(await screen.findByText('Settings have been changed since the test.')).toBeDefined()
    expect(await broker.ask('GET', '/connectors')).toMatchObject({ body: [] })
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(screen.queryByText('Settings have been changed since the test.')).toBeNull())
    expect(screen.getByText(/Test failed/)).toBeDefined()
  })

  it("finds causes in the broker's own text, and says what a test of HTTP has tested", async () => {
    const { screen, user, network } = await renderApp('/connector/create?type=http')
    const answers = [
      Response.json({ code: 'TEST_FAILED', message: 'connect_timeout' }, { status: 400 }),
      new Response(null, { status: 204 }),
    ]
    network.answer(/_probe$/, () => answers.shift() ?? new Response(null, { status: 500 }))
    await user.type(await screen.findByRole('textbox', { name: 'URL' }), 'http://127.0.0.1:9')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'web')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText("The server didn't answer in time.")).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText(/^Test success, your configuration works fine/)).toBeDefined()
    expect(screen.getByText(/No request was sent: path, credentials and answer/)).toBeDefined()
  })

  it('stops a test that hangs, and shows nothing of an answer that comes later', async () => {
    const { screen, user, network } = await renderApp('/connector/create?type=http')
    let answer: (response: Response) => void = () => undefined
    network.answer(/_probe$/, () => new Promise<Response>((resolve) => (answer = resolve)))
    await user.type(await screen.findByRole('textbox', { name: 'URL' }), 'http://127.0.0.1:9')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'web')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText(/The broker is trying to connect/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(screen.queryByText(/The broker is trying to connect/)).toBeNull())
    answer(new Response(null, { status: 204 }))
    await network.settled()
    expect(screen.queryByText(/Test success|Test failed/)).toBeNull()
    expect(screen.getByText(/The broker connects once with these settings/)).toBeDefined()
  })

  it('keeps what was typed when the broker refuses it', async () => {
    const { screen, user, path } = await renderApp('/connector/create?type=http', {
      arrange: arrangeConnectors,
    })
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await user.type(name, 'web')
    await user.type(screen.getByRole('textbox', { name: 'URL' }), 'http://127.0.0.1:9')
    await user.click(button('Create connector'))
    expect((await screen.findAllByText(/already exists/i)).length).toBeGreaterThan(0)
    expect([name.value, path()]).toEqual(['web', '/connector/create?type=http'])
  })

  it('copies one under another name, without its secrets', async () => {
    const { screen, user, broker, path } = await renderApp('/connector', {
      arrange: ({ ask }) =>
        ask('POST', '/connectors', {
          type: 'mqtt',
          name: 'far',
          server: '127.0.0.1:9',
          password: 'secret',
        }).then(() => undefined),
    })
    const row = within(await screen.findByRole('row', { name: /mqtt:far/ }))
    await user.click(row.getByRole('button', { name: /Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: /Duplicate/ }))
    expect(path()).toBe('/connector/create?action=copy&target=mqtt%3Afar')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'copy')
    await user.click(button('Create connector'))
    await waitFor(() => expect(path()).toBe('/connector/mqtt%3Acopy'))
    const { body } = await broker.ask('GET', '/connectors/mqtt:copy')
    expect(body).toMatchObject({ server: '127.0.0.1:9' })
    expect(Object(body).password ?? '').toBe('')
  })

  it('is only read by a viewer', async () => {
    const { screen } = await renderApp('/connector/create?type=http', {
      edition: 'enterprise',
      username: 'reader',
      arrange: ({ ask }) =>
        ask('POST', '/users', { username: 'reader', password: 'Reader-1234', role: 'viewer' }).then(
          () => undefined,
        ),
    })
    await screen.findByRole('textbox', { name: 'Name' })
    expect(button('Create connector').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: 'Test connection' }).getAttribute('aria-disabled')).toBe('true')
  })
})
