import { createTestBroker, type TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const config = {
  brokerName: 'plant',
  clusters: {
    home: '/',
    all: [
      { name: 'plant', readOnly: false },
      { name: 'lab', readOnly: true },
    ],
  },
} as const

const connector = {
  ...{ type: 'mqtt', name: 'cloud', server: '127.0.0.1:9', username: 'ada' },
  resource_opts: { health_check_interval: '1s' },
}
const action = { type: 'mqtt', name: 'up', connector: 'cloud', parameters: { topic: 'up/${topic}', qos: 1 } }

async function write({ ask }: TestBroker, method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
  const { status, body: answer } = await ask(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
}

/** The lab has a flow that the plant lacks, and both have a rule that says something else. */
async function clusters(given: RenderOptions = {}, path = '/clusters/compare') {
  const lab = await createTestBroker()
  onTestFinished(() => lab.close())
  await write(lab, 'POST', '/connectors', { ...connector, password: 'hunter2' })
  await write(lab, 'POST', '/actions', action)
  await write(lab, 'POST', '/rules', { id: 'upward', sql: 'SELECT * FROM "up/#"', actions: ['mqtt:up'] })
  await write(lab, 'POST', '/rules', { id: 'both', sql: 'SELECT * FROM "new/#"', actions: [] })
  await write(lab, 'POST', '/rules', { id: 'alike', sql: 'SELECT * FROM "a"', actions: [] })
  sessionStorage.setItem(
    'session /c/lab/',
    JSON.stringify({ token: lab.login(), username: 'admin', edition: 'ce', version: '5.8.9' }),
  )
  onTestFinished(() => sessionStorage.clear())
  const app = await renderApp(path, {
    config,
    ...given,
    arrange: async (plant, network) => {
      network.below('/c/lab/', lab)
      await write(plant, 'POST', '/rules', { id: 'both', sql: 'SELECT * FROM "old/#"', actions: [] })
      await write(plant, 'POST', '/rules', { id: 'alike', sql: 'SELECT * FROM "a"', actions: [] })
      await write(plant, 'POST', '/rules', { id: 'mine', sql: 'SELECT * FROM "b"', actions: [] })
      await given.arrange?.(plant, network)
    },
  })
  const { screen, user } = app
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
  const choose = async (...names: readonly string[]) => {
    for (const name of names) await user.click(within(await row(name)).getByRole('checkbox'))
  }
  return { ...app, lab, row, choose }
}

describe('comparing', () => {
  it('counts what differs by kind, and shows it field by field', async () => {
    const { screen, user, row, network } = await clusters()
    expect(await screen.findByText('5 differences')).toBeDefined()
    expect((await row('both')).textContent).toContain('Different')
    expect((await row('upward')).textContent).toContain('Only there')
    expect((await row('mine')).textContent).toContain('Only here')
    expect((await row('alike')).textContent).toContain('Same')
    await user.click(within(await row('both')).getByRole('button'))
    await user.click(await screen.findByRole('menuitem', { name: 'Show fields' }))
    const fields = await screen.findByRole('dialog')
    expect(within(fields).getByText('sql')).toBeDefined()
    expect(fields.textContent).toContain('old/#')
    expect(fields.textContent).toContain('new/#')
    // The other cluster is only ever read, and never for what nobody chose.
    const there = network.asked.filter((line) => line.includes('/c/lab/'))
    expect(there.every((line) => line.startsWith('GET '))).toBe(true)
    expect(there.some((line) => line.includes('/listeners'))).toBe(false)
  })

  it('leads to the login of a cluster where nobody is signed in', async () => {
    const { screen } = await clusters({ arrange: () => sessionStorage.clear() })
    const link = await screen.findByRole('link', { name: 'Sign in to lab' })
    expect(link.getAttribute('href')).toBe('/c/lab/')
  })

  it('names the kind that a side refuses, and compares the others', async () => {
    const refusal = () =>
      Response.json({ code: 'INTERNAL_ERROR', message: 'no rules today' }, { status: 500 })
    const { screen } = await clusters({
      arrange: (_, network) => network.answer(/^\/c\/lab\/api\/v5\/rules$/, refusal),
    })
    expect(await screen.findByText(/lab: .*no rules today/)).toBeDefined()
    expect(await screen.findByText('2 differences')).toBeDefined()
  })

  it('compares with a file, of which it takes only what it says, and shows no secret of it', async () => {
    const { screen, user, row } = await clusters({}, '/clusters/compare?from=file')
    const text = `rule_engine.rules.both { sql = "SELECT * FROM \\"old/#\\"" }
rule_engine.rules.alike { sql = "SELECT 1", actions = [] }
connectors.mqtt.cloud { server = "x:1", password = hunter2 }`
    await user.upload(
      await screen.findByLabelText('Backup or configuration file', { selector: 'input' }),
      new File([text], 'site.hocon'),
    )
    expect((await row('both')).textContent).toContain('Same')
    expect((await row('alike')).textContent).toContain('Different')
    expect((await row('cloud')).textContent).toContain('Only there')
    expect(screen.getAllByText('Not in the file')).toHaveLength(2)
    await user.click(within(await row('cloud')).getByRole('button'))
    await user.click(await screen.findByRole('menuitem', { name: 'Show fields' }))
    const fields = await screen.findByRole('dialog')
    expect(await within(fields).findByText(/server = "x:1"/)).toBeDefined()
    expect(document.body.textContent).not.toContain('hunter2')
  })

  it('says it in Chinese', async () => {
    const { screen } = await clusters({ locale: 'zh' })
    expect(await screen.findByText('5 处差异')).toBeDefined()
    expect(screen.getByRole('heading', { name: '对比与迁移' })).toBeDefined()
  })
})

describe('promoting', () => {
  /** From a choice to the answered requests. */
  async function promote(count: number, app: Awaited<ReturnType<typeof clusters>>): Promise<void> {
    const { screen, user } = app
    await user.type(await screen.findByLabelText('password of mqtt:cloud'), 'p1')
    await user.click(screen.getByRole('button', { name: `Send ${count} requests` }))
    await user.click(await screen.findByRole('button', { name: 'Promote' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save log' })).not.toBeNull())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  }
  const outcomesOf = ({ screen }: Awaited<ReturnType<typeof clusters>>) =>
    within(screen.getByRole('list', { name: 'Log' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  it('adds what is needed, asks for the secret, sends in order, and leaves nothing different', async () => {
    const saved = savedFiles()
    const app = await clusters({ arrange: async ({ ask }) => void (await ask('DELETE', '/rules/mine')) })
    const { screen, user, broker, choose } = app
    await choose('upward', 'both')
    await user.click(await screen.findByRole('button', { name: 'Plan for 2 things…' }))
    expect(await screen.findByText('Added: mqtt:up needs it')).toBeDefined()
    expect(screen.getByText('Added: upward needs it')).toBeDefined()
    const send = screen.getByRole('button', { name: 'Send 4 requests' })
    expect(send.getAttribute('aria-disabled')).toBe('true')
    await promote(4, app)
    expect(outcomesOf(app)).toEqual([
      'DonePOST /connectorsmqtt:cloud',
      'DonePOST /actionsmqtt:up',
      expect.stringMatching(/^DonePOST \/rulesupward$|^DonePUT \/rules\/bothboth$/),
      expect.stringMatching(/^DonePOST \/rulesupward$|^DonePUT \/rules\/bothboth$/),
    ])
    expect((await broker.ask('GET', '/rules/both')).body).toMatchObject({ sql: 'SELECT * FROM "new/#"' })
    expect((await broker.ask('GET', '/actions/mqtt%3Aup')).body).toMatchObject({ connector: 'cloud' })
    await user.click(screen.getByRole('button', { name: 'Save log' }))
    const protocol = await saved[0]?.content.text()
    expect(protocol).toContain('"path": "/connectors"')
    expect(protocol).not.toContain('p1')
    const closing = screen.getAllByRole('button', { name: 'Close' }).at(-1)
    if (closing === undefined) throw new Error('nothing closes the protocol')
    await user.click(closing)
    expect(await screen.findByText('No differences in the chosen kinds')).toBeDefined()
  })

  it('takes back what was made, in reverse order', async () => {
    const app = await clusters()
    const { screen, user, broker, choose } = app
    await choose('upward', 'both')
    await user.click(await screen.findByRole('button', { name: 'Plan for 2 things…' }))
    await promote(4, app)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const question = await screen.findByRole('dialog', { name: 'Undo what was made?' })
    await user.click(within(question).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(outcomesOf(app)).toHaveLength(8))
    expect(outcomesOf(app).slice(-2)).toEqual([
      'DoneUndoDELETE /actions/mqtt%3Aupmqtt:up',
      'DoneUndoDELETE /connectors/mqtt%3Acloudmqtt:cloud',
    ])
    expect((await broker.ask('GET', '/rules/both')).body).toMatchObject({ sql: 'SELECT * FROM "old/#"' })
    expect((await broker.ask('GET', '/rules/upward')).status).toBe(404)
    expect((await broker.ask('GET', '/connectors/mqtt%3Acloud')).status).toBe(404)
  })

  it('says which stored secret goes, and undoing never writes a mask in its place', async () => {
    const app = await clusters({
      arrange: (plant) =>
        write(plant, 'POST', '/connectors', { ...connector, server: 'x:1', password: 'mine' }),
    })
    const { screen, user, broker, lab, choose } = app
    await write(lab, 'PUT', '/connectors/mqtt%3Acloud', {
      ...{ server: '127.0.0.1:9', username: 'ada', resource_opts: connector.resource_opts },
    })
    await user.click(await screen.findByRole('button', { name: /Refresh/ }))
    await choose('cloud')
    await user.click(await screen.findByRole('button', { name: 'Plan for 1 thing…' }))
    expect(await screen.findByText(/^The other side has no password/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Send 1 request' }))
    await user.click(await screen.findByRole('button', { name: 'Promote' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const question = within(await screen.findByRole('dialog', { name: 'Undo what was made?' }))
    expect(question.getByText(/^Secrets that were replaced or removed/)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(outcomesOf(app)).toHaveLength(2))
    const { body } = await broker.ask('GET', '/connectors/mqtt%3Acloud')
    expect(body).toMatchObject({ server: 'x:1' })
    expect(body).not.toHaveProperty('password')
  })

  it('sends nothing over what somebody changed since it was compared', async () => {
    const app = await clusters()
    const { screen, user, broker, choose } = app
    await choose('both')
    await user.click(await screen.findByRole('button', { name: 'Plan for 1 thing…' }))
    const send = await screen.findByRole('button', { name: 'Send 1 request' })
    await write(broker, 'PUT', '/rules/both', { sql: 'SELECT 1 FROM "mean/while"', actions: [] })
    await user.click(send)
    await user.click(await screen.findByRole('button', { name: 'Promote' }))
    await waitFor(() =>
      expect(outcomesOf(app)).toEqual([expect.stringMatching(/^RefusedPUT .*Changed here since .*: sql/)]),
    )
    expect((await broker.ask('GET', '/rules/both')).body).toMatchObject({ sql: 'SELECT 1 FROM "mean/while"' })
  })

  it('stops at the first refusal, and says what it skipped', async () => {
    const refusal = () => Response.json({ code: 'BAD_REQUEST', message: 'not today' }, { status: 400 })
    const app = await clusters()
    const { screen, user, broker, network, choose } = app
    await choose('upward')
    network.answer(/^\/api\/v5\/actions$/, (method) => (method === 'POST' ? refusal() : Response.json([])))
    await user.click(await screen.findByRole('button', { name: 'Plan for 1 thing…' }))
    await promote(3, app)
    expect(outcomesOf(app)).toEqual([
      'DonePOST /connectorsmqtt:cloud',
      'RefusedPOST /actionsmqtt:upnot today',
      'SkippedPOST /rulesupward',
    ])
    expect((await broker.ask('GET', '/rules/upward')).status).toBe(404)
    expect((await broker.ask('GET', '/connectors/mqtt%3Acloud')).status).toBe(200)
  })

  it('sends nothing from a read-only console, which still gives the plan as script and as HOCON', async () => {
    const saved = savedFiles()
    const { screen, user, network, choose } = await clusters({ config: { ...config, readOnly: true } })
    await choose('cloud')
    await user.click(await screen.findByRole('button', { name: 'Plan for 1 thing…' }))
    await user.click(await screen.findByRole('button', { name: 'Save as curl script' }))
    const script = await saved[0]?.content.text()
    expect(script).toContain(': "${PASSWORD:?}"')
    expect(script).toContain(`"password": "'"$PASSWORD"'"`)
    await user.click(screen.getByRole('button', { name: 'Save as HOCON' }))
    const text = await saved[1]?.content.text()
    expect(text).toMatch(/^# connectors mqtt:cloud: password\n/)
    expect(`${script}${text}`).not.toContain('******')
    const send = screen.getByRole('button', { name: 'Send 1 request' })
    expect(send.getAttribute('aria-disabled')).toBe('true')
    await user.click(send)
    expect(network.asked.every((line) => line.startsWith('GET '))).toBe(true)
  })
})
