import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import {
  closeLog,
  clusters,
  connector,
  outcomesOf,
  promoteAll,
  twoClusters,
  undoAll,
  write,
} from '#features/system/promote/testing/two-clusters.ts'
import { savedFiles } from '#testing/saved-files.ts'

describe('promoting', () => {
  /** Types the secret of the connector and then sends the requests. */
  async function promote(count: number, app: Awaited<ReturnType<typeof clusters>>): Promise<void> {
    await app.user.type(await app.screen.findByLabelText('password of mqtt:cloud'), 'p1')
    await promoteAll(app, count)
  }

  it('adds what is needed, asks for the secret, sends in order, and leaves nothing different', async () => {
    const saved = savedFiles()
    const app = await clusters({ arrange: async ({ ask }) => void (await ask('DELETE', '/rules/mine')) })
    const { screen, user, broker, choose } = app
    await choose('upward', 'both')
    await user.click(await screen.findByText('Plan for 2 things…'))
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
    await closeLog(app)
    expect(await screen.findByText('No differences in the chosen kinds')).toBeDefined()
  })

  it('takes back what was made, in reverse order', async () => {
    const app = await clusters()
    const { screen, user, broker, choose } = app
    await choose('upward', 'both')
    await user.click(await screen.findByText('Plan for 2 things…'))
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

  it('takes back what it can where the broker refuses one of them', async () => {
    const app = await clusters()
    const { screen, user, broker, network, choose } = app
    await choose('upward', 'both')
    await user.click(await screen.findByText('Plan for 2 things…'))
    await promote(4, app)
    const refusal = () => Response.json({ code: 'BAD_REQUEST', message: 'in use' }, { status: 400 })
    for (const rule of ['upward', 'both']) {
      const { body } = await broker.ask('GET', `/rules/${rule}`)
      network.answer(new RegExp(`/rules/${rule}$`), (method) =>
        method === 'GET' ? Response.json(body) : refusal(),
      )
    }
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const question = await screen.findByRole('dialog', { name: 'Undo what was made?' })
    await user.click(within(question).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(outcomesOf(app)).toHaveLength(8))
    expect(
      outcomesOf(app)
        .slice(4)
        .map((line) => line.includes('in use')),
    ).toEqual([true, true, false, false])
    expect(outcomesOf(app).some((line) => line.startsWith('Skipped'))).toBe(false)
    expect((await broker.ask('GET', '/rules/upward')).status).toBe(200)
  })

  it('leaves what somebody changed since then, names it, and takes back the rest', async () => {
    const app = await clusters()
    const { screen, user, broker, choose } = app
    await choose('upward', 'both')
    await user.click(await screen.findByText('Plan for 2 things…'))
    await promote(4, app)
    await write(broker, 'PUT', '/rules/both', { sql: 'SELECT 1 FROM "mean/while"', actions: [] })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const question = await screen.findByRole('dialog', { name: 'Undo what was made?' })
    expect(within(question).getByText(/^Each is read again before that/)).toBeDefined()
    await user.click(within(question).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(outcomesOf(app)).toHaveLength(8))
    const left = outcomesOf(app).filter((line) => line?.startsWith('Left as it is'))
    expect(left).toEqual([expect.stringMatching(/PUT \/rules\/bothboth.*Changed by somebody.*: sql/)])
    expect((await broker.ask('GET', '/rules/both')).body).toMatchObject({ sql: 'SELECT 1 FROM "mean/while"' })
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
      server: '127.0.0.1:9',
      username: 'ada',
      resource_opts: connector.resource_opts,
    })
    await user.click(await screen.findByRole('button', { name: /Refresh/ }))
    await choose('cloud')
    await user.click(await screen.findByText('Plan for 1 thing…'))
    expect(await screen.findByText(/^The other side has no password/)).toBeDefined()
    // Nothing can be undone until all requests are sent and their results are read back.
    await promoteAll(app, 1)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
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
    await user.click(await screen.findByText('Plan for 1 thing…'))
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
    const stale = { code: 'BAD_REQUEST', message: '{error,stale_view_of_cluster}' }
    const refusal = () => Response.json(stale, { status: 400 })
    const app = await clusters()
    const { screen, user, broker, network, choose } = app
    await choose('upward')
    network.answer(/^\/api\/v5\/actions$/, (method) => (method === 'POST' ? refusal() : Response.json([])))
    await user.click(await screen.findByText('Plan for 1 thing…'))
    await promote(3, app)
    expect(outcomesOf(app)).toEqual([
      'DonePOST /connectorsmqtt:cloud',
      expect.stringMatching(/^RefusedPOST \/actionsmqtt:upThe node that answered is behind the config/),
      'SkippedPOST /rulesupward',
    ])
    expect((await broker.ask('GET', '/rules/upward')).status).toBe(404)
    expect((await broker.ask('GET', '/connectors/mqtt%3Acloud')).status).toBe(200)
  })

  it('goes on after a refusal where that was chosen, and takes back only what was made', async () => {
    const refusal = () => Response.json({ code: 'BAD_REQUEST', message: 'not today' }, { status: 400 })
    const app = await clusters()
    const { screen, user, broker, network, choose } = app
    await choose('cloud', 'both')
    network.answer(/^\/api\/v5\/connectors$/, (method) => (method === 'POST' ? refusal() : Response.json([])))
    await user.click(await screen.findByText('Plan for 2 things…'))
    await user.click(await screen.findByRole('checkbox', { name: 'Stop at the first refusal' }))
    await promote(2, app)
    expect(outcomesOf(app)).toEqual(['RefusedPOST /connectorsmqtt:cloudnot today', 'DonePUT /rules/bothboth'])
    expect((await broker.ask('GET', '/rules/both')).body).toMatchObject({ sql: 'SELECT * FROM "new/#"' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const question = await screen.findByRole('dialog', { name: 'Undo what was made?' })
    await user.click(within(question).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(outcomesOf(app).slice(2)).toEqual(['DoneUndoPUT /rules/bothboth']))
    expect((await broker.ask('GET', '/rules/both')).body).toMatchObject({ sql: 'SELECT * FROM "old/#"' })
  })

  it('shows a viewer what differs and what would be sent, and sends nothing', async () => {
    const { screen, user, network, choose } = await clusters({
      edition: 'enterprise',
      username: 'val',
      arrange: async ({ context }) =>
        void (await context.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })),
    })
    expect(await screen.findByText('5 differences')).toBeDefined()
    await choose('both')
    await user.click(await screen.findByText('Plan for 1 thing…'))
    expect((await screen.findByRole('list', { name: 'Requests in order' })).textContent).toContain(
      '/rules/both',
    )
    const send = screen.getByRole('button', { name: 'Send 1 request' })
    expect(send.getAttribute('aria-disabled')).toBe('true')
    await user.click(send)
    expect(screen.queryByRole('button', { name: 'Promote' })).toBeNull()
    expect(network.asked.every((line) => line.startsWith('GET '))).toBe(true)
  })

  it('asks for fewer where a plan has more requests than anybody reads', async () => {
    const { screen, user } = await clusters({}, '/clusters/compare?from=file')
    const rules = Array.from({ length: 501 }, (_, at) => `r${at} { sql = "SELECT * FROM \\"t\\"" }`)
    await user.upload(
      await screen.findByLabelText('Backup or configuration file', { selector: 'input' }),
      new File([`rule_engine.rules { ${rules.join('\n')} }`], 'site.hocon'),
    )
    await screen.findByText('504 differences')
    await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
    await user.click(await screen.findByRole('button', { name: /^Plan for / }))
    expect(await screen.findByText(/^This plan has 501 requests\. At most 500/)).toBeDefined()
    const send = screen.getByRole('button', { name: 'Send 501 requests' })
    expect(send.getAttribute('aria-disabled')).toBe('true')
    expect(
      within(screen.getByRole('list', { name: 'Requests in order' })).getAllByRole('listitem'),
    ).toHaveLength(500)
  })

  it('sends nothing from a read-only console, which still gives the plan as script and as HOCON', async () => {
    const saved = savedFiles()
    const { screen, user, network, choose } = await clusters({ config: { ...twoClusters, readOnly: true } })
    await choose('cloud')
    await user.click(await screen.findByText('Plan for 1 thing…'))
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

  it('says in production what it disconnects, and waits until the name of the cluster is typed', async () => {
    const { screen, user, broker, choose } = await clusters(
      {
        config: { ...twoClusters, role: 'production' },
        arrangeLab: (lab) =>
          write(lab, 'PUT', '/listeners/tcp:default', { id: 'tcp:default', type: 'tcp', enable: false }),
        arrange: async ({ context }) => void (await connectClient(context.cluster, { clientId: 'press-1' })),
      },
      '/clusters/compare?kinds=listeners',
    )
    await choose('tcp:default')
    await user.click(await screen.findByText('Plan for 1 thing…'))
    await user.click(await screen.findByText('Send 1 request'))
    const question = within(await screen.findByRole('dialog', { name: 'Promote to plant?' }))
    expect(
      question.getByText(/^tcp:default: The listener closes, and disconnects its one client/),
    ).toBeDefined()
    await user.click(question.getByText('Promote'))
    expect((await broker.ask('GET', '/listeners/tcp%3Adefault')).body).toMatchObject({ enable: true })
    await user.type(question.getByLabelText(/plant/), 'plant')
    await user.click(question.getByText('Promote'))
    await screen.findByText('Save log')
    await waitFor(() => expect(screen.queryByText('Stop')).toBeNull())
    expect((await broker.ask('GET', '/listeners/tcp%3Adefault')).body).toMatchObject({ enable: false })
  })

  it('stays on the page when its log is closed, whatever is compared next, and leaving the page asks', async () => {
    const app = await clusters()
    const { screen, user, broker, choose } = app
    await choose('both')
    await user.click(await screen.findByText('Plan for 1 thing…'))
    await promoteAll(app, 1)
    await closeLog(app)
    const past = await screen.findByRole('list', { name: 'Promotions from this page' })
    expect(past.textContent).toContain('From lab: 1 request, 1 can be undone.')
    // A navigation within the same page asks for no confirmation.
    await user.click(screen.getByRole('checkbox', { name: 'Sources' }))
    await waitFor(() => expect(app.path()).toContain('kinds='))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Brokerdeck' }))
    const asked = await screen.findByRole('dialog')
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByText('Log and undo…'))
    await undoAll(app, 2)
    expect((await broker.ask('GET', '/rules/both')).body).toMatchObject({ sql: 'SELECT * FROM "old/#"' })
  })
})
