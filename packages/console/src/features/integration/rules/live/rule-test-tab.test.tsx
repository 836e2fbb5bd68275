import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const address = '/rule/rules/hot?tab=test'
const traces = async ({ ask }: TestBroker) => (await ask('GET', '/trace')).body

const republish = (topic: string) => ({ function: 'republish', args: { topic, payload: 'warm ${t}' } })

const hot = async ({ ask }: TestBroker) => {
  const sql = 'SELECT payload.t as t, 100 / payload.t as part FROM "in/+" WHERE payload.t <> 1'
  await ask('POST', '/rules', { id: 'hot', sql, actions: [republish('out'), 'http:none'] })
}

async function watch(arrange: typeof hot = hot) {
  const app = await renderApp(address, { arrange })
  await app.user.click(await app.screen.findByRole('button', { name: 'Watch real data' }))
  await app.screen.findByText('No message has run this rule yet')
  return app
}

const runs = async (screen: Awaited<ReturnType<typeof watch>>['screen']) =>
  within(await screen.findByRole('list', { name: 'Runs of the rule' }))

describe('the test of a rule', () => {
  it('shows real messages of every node as they come, each with its way and its outcome', async () => {
    const { screen, user, broker } = await watch()
    expect(await traces(broker)).toMatchObject([
      {
        type: 'ruleid',
        ruleid: 'hot',
        name: expect.stringMatching(/^DEBUG_RULE_hot_\d{13}$/),
        formatter: 'json',
      },
    ])
    const [first = '', second = first] = broker.context.cluster.nodes.map(({ name }) => name)
    const one = await connectClient(broker.context.cluster, { clientId: 'one', node: first })
    const other = await connectClient(broker.context.cluster, { clientId: 'other', node: second })
    await one.publishAsync('in/a', '{"t": 1}', { qos: 1 })
    await one.publishAsync('in/b', '{"t": 0}', { qos: 1 })
    await other.publishAsync('in/c', '{"t": 20, "id": 12345678901234567890}', { qos: 1 })
    const list = await runs(screen)
    const lines = () => list.getAllByText(/^in\/[abc]$/).map(({ textContent }) => textContent)
    await waitFor(() => expect(lines()).toEqual(['in/c', 'in/b', 'in/a']))
    list.getByText('No result')
    list.getByText('Failed')
    list.getByText('Out of service')
    list.getByText(second)

    await user.click(list.getByText('in/c'))
    // Integers are shown exactly as the device sent them.
    expect((await list.findAllByText(/12345678901234567890/)).length).toBeGreaterThan(0)
    list.getByText('republish:out')
    list.getByText('warm 20', { exact: false })
    list.getByText('http:none')
    await list.findByText('The action does not exist or is disabled.')
    await user.click(list.getByText('in/b'))
    await list.findByText('SELECT failed')
    await list.findByText("The calculation isn't possible with these values.")

    await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'No result (1)')
    expect(lines()).toEqual(['in/a'])
  })

  it('renders the templates of one message without sending anything, then executes when that is confirmed', async () => {
    const { screen, user, broker } = await renderApp(address, { arrange: hot })
    const heard: string[] = []
    const listener = await connectClient(broker.context.cluster, { clientId: 'listener' })
    listener.on('message', (_topic, payload) => heard.push(String(payload)))
    await listener.subscribeAsync('out')
    const topic = await screen.findByRole('textbox', { name: 'topic' })
    expect(topic).toHaveProperty('value', 'in/1')
    await user.click(screen.getByRole('button', { name: 'Raw JSON' }))
    const context = await screen.findByRole('textbox', { name: 'Message as JSON' })
    await user.clear(context)
    await user.click(context)
    await user.paste('{"event_type": "message_publish", "topic": "in/1", "payload": "{\\"t\\": 25}"}')
    await user.click(screen.getByRole('button', { name: 'Dry run' }))
    await screen.findByText('The statement passed. 2 actions rendered, nothing sent.')
    const list = await runs(screen)
    await list.findByText('Rendered, not executed')
    list.getByText('warm 25', { exact: false })
    expect(heard).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Run with actions…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Run rule hot with its actions?' }))
    dialog.getByText(/2 actions of this rule are executed once/)
    await user.click(dialog.getByRole('button', { name: 'Run with actions' }))
    await screen.findByText('The statement passed. 2 actions executed.')
    await waitFor(() => expect(heard).toEqual(['warm 25']))
  })

  it('says that a dry run counts as failed, and tells those of this visit apart', async () => {
    const { screen, user, broker } = await renderApp('/rule/rules/warm?tab=test', {
      arrange: async ({ ask }) =>
        void (await ask('POST', '/rules', {
          id: 'warm',
          sql: 'SELECT 1 as t FROM "in/+"',
          actions: [republish('out'), 'http:none'],
        })),
    })
    expect(await screen.findByText(/counts each action of a dry run as failed/)).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'Raw JSON' }))
    const context = await screen.findByRole('textbox', { name: 'Message as JSON' })
    await user.clear(context)
    await user.click(context)
    await user.paste('{"event_type": "message_publish", "topic": "in/1", "payload": "{\\"t\\": 25}"}')
    await user.click(screen.getByRole('button', { name: 'Dry run' }))
    await screen.findByText('The statement passed. 2 actions rendered, nothing sent.')
    await user.click(screen.getByRole('tab', { name: 'Statistics' }))
    expect(
      await screen.findByText(/^Up to 2 of the failed actions \(unknown\) are of dry runs of this visit/),
    ).toBeDefined()
    const { body } = await broker.ask('GET', '/rules/warm/metrics')
    expect(body).toMatchObject({ metrics: { 'actions.failed.unknown': 1 } })
    await user.click(screen.getByRole('button', { name: 'Reset statistics…' }))
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset statistics' }),
    )
    await waitFor(() => expect(screen.queryByText(/dry runs of this visit/)).toBeNull())
  })

  it('says why a message does not pass, and what is wrong with one that is none', async () => {
    const { screen, user } = await renderApp(address, { arrange: hot })
    await user.click(await screen.findByRole('button', { name: 'Raw JSON' }))
    const context = await screen.findByRole('textbox', { name: 'Message as JSON' })
    expect(context).toHaveProperty('value', expect.stringContaining('event_type'))
    const run = async (text: string) => {
      await user.clear(context)
      await user.click(context)
      await user.paste(text)
      await user.click(screen.getByRole('button', { name: 'Dry run' }))
    }
    await run('{"event_type": "message_publish", "topic": "in/1", "payload": "{\\"t\\": 1}"}')
    await screen.findByText('No result: the statement does not match this message')
    await run('{"event_type": "message_publish", "topic": "in/1", "payload": "{\\"t\\": 0}"}')
    await screen.findByText('The rule failed on this message')
    await run('{"topic": ')
    expect((await screen.findAllByText(/Please enter the correct JSON/)).length).toBeGreaterThan(0)
    expect(context.getAttribute('aria-invalid')).toBe('true')
    await run('{"event_type": "message_publish", "topic": "in/1", "nonsense": 1}')
    await screen.findByText('The rule failed on this message')
  })

  it('keeps its trace while another tab of the rule is open, and takes it back when the rule is left', async () => {
    const { screen, user, broker } = await watch()
    const before = await traces(broker)
    await user.click(screen.getByRole('tab', { name: 'Statistics' }))
    await screen.findByRole('button', { name: /Reset statistics/ })
    await user.click(screen.getByRole('tab', { name: 'Test' }))
    await screen.findByText(/ends when you leave this rule/)
    expect(await traces(broker)).toEqual(before)
    await user.click(screen.getByRole('link', { name: 'Rules' }))
    await waitFor(async () => expect(await traces(broker)).toEqual([]))
  })

  it('asks before a copy of the rule is saved, which stops it', async () => {
    const { screen, user, broker } = await watch()
    await user.click(screen.getByRole('tab', { name: 'Settings' }))
    const press = async (name: string) =>
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
    await user.click(await screen.findByRole('button', { name: 'Save as copy…' }))
    await screen.findByText('Real data of this rule is being watched. It stops when the copy is saved.')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await traces(broker)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Save as copy…' }))
    await press('Save as copy…')
    await screen.findByRole('dialog', { name: 'Save as copy' })
    expect(await traces(broker)).toHaveLength(1)
    await press('Create rule')
    await waitFor(async () => expect(await traces(broker)).toEqual([]))
    expect((await broker.ask('GET', '/rules/hot_copy')).status).toBe(200)
  })

  it('takes its trace back before the session ends', async () => {
    const { screen, user, broker, network } = await watch()
    await user.click(screen.getByRole('button', { name: 'User admin' }))
    await user.click(await screen.findByRole('menuitem', { name: /Log out/ }))
    await user.click(await screen.findByRole('button', { name: /Log out/ }))
    await screen.findByRole('button', { name: 'Log in' })
    expect(await traces(broker)).toEqual([])
    const asked = network.asked.filter((line) => /^DELETE .*trace|logout/.test(line))
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['DELETE', 'POST'])
  })

  it("takes back at the next visit what a crash has left, and nobody else's", async () => {
    const name = 'DEBUG_RULE_hot_1795251162000'
    localStorage.setItem('leftTraces', name)
    const { broker } = await renderApp('/rule/rules', {
      arrange: async (arranged) => {
        await hot(arranged)
        await arranged.ask('POST', '/rules', { id: 'other', sql: 'SELECT * FROM "o"' })
        const trace = { type: 'ruleid', formatter: 'json' }
        await arranged.ask('POST', '/trace', { ...trace, name, ruleid: 'hot' })
        await arranged.ask('POST', '/trace', { ...trace, name: 'DEBUG_RULE_other_1', ruleid: 'other' })
      },
    })
    await waitFor(async () => expect(await traces(broker)).toMatchObject([{ name: 'DEBUG_RULE_other_1' }]))
    await waitFor(() => expect(localStorage.getItem('leftTraces')).toBeNull())
  })

  it('leaves alone what another tab of this browser watches', async () => {
    const name = 'DEBUG_RULE_hot_1795251162000'
    localStorage.setItem('leftTraces', name)
    const otherTab = new BroadcastChannel('brokerdeck-traces')
    const asked = new Promise((resolve) => {
      otherTab.onmessage = ({ data }) => {
        otherTab.postMessage({ ...data, kind: 'mine' })
        resolve(data)
      }
    })
    const { screen, user, broker } = await renderApp(address, {
      arrange: async (arranged) => {
        await hot(arranged)
        await arranged.ask('POST', '/trace', { name, type: 'ruleid', ruleid: 'hot', formatter: 'json' })
      },
    })
    expect(await asked).toMatchObject({ name })
    await user.click(await screen.findByRole('button', { name: 'Watch real data' }))
    await screen.findByText(`The trace ${name} follows this rule already`)
    otherTab.close()
    await user.click(screen.getByRole('button', { name: 'Follow it' }))
    await broker.ask('POST', '/publish', { topic: 'in/x', payload: '{"t": 1}' })
    await (await runs(screen)).findByText('in/x')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await traces(broker)).toMatchObject([{ name }])
    localStorage.clear()
  })

  it('removes what earlier tests of this rule left ended, and nothing that runs', async () => {
    const { broker } = await renderApp(address, {
      arrange: async (arranged) => {
        await hot(arranged)
        const trace = { type: 'ruleid', ruleid: 'hot', formatter: 'json' }
        const start_at = new Date(Date.now() - 60_000).toISOString()
        await arranged.ask('POST', '/trace', { ...trace, name: 'DEBUG_RULE_hot_1', start_at })
        await arranged.ask('PUT', '/trace/DEBUG_RULE_hot_1/stop')
        await arranged.ask('POST', '/trace', { ...trace, name: 'DEBUG_RULE_hot_2' })
      },
    })
    await waitFor(async () =>
      expect(await traces(broker)).toMatchObject([{ name: 'DEBUG_RULE_hot_2', status: 'running' }]),
    )
  })

  it('says that there are too many traces, and where they are', async () => {
    const { screen, user } = await renderApp(address, {
      arrange: async (arranged) => {
        await hot(arranged)
        for (let at = 0; at < 30; at += 1)
          await arranged.ask('POST', '/trace', { name: `t${at}`, type: 'clientid', clientid: `c${at}` })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Watch real data' }))
    await screen.findByText(/A broker holds up to 30 log traces/)
    expect(screen.getByRole('link', { name: 'Log traces' }).getAttribute('href')).toMatch(/log-trace$/)
    await user.click(screen.getByRole('button', { name: 'Raw JSON' }))
    const context = screen.getByRole('textbox', { name: 'Message as JSON' })
    await user.clear(context)
    await user.click(context)
    await user.paste('{"event_type": "message_publish", "topic": "in/1", "payload": "{\\"t\\": 25}"}')
    await user.click(screen.getByRole('button', { name: 'Dry run' }))
    await screen.findByText(/What the templates became can't be shown/)
  })

  it('says that nothing runs a disabled rule', async () => {
    const { screen, user } = await renderApp(address, {
      arrange: async (arranged) => {
        await hot(arranged)
        await arranged.ask('PUT', '/rules/hot', { enable: false })
      },
    })
    await screen.findByText('This rule is disabled. Nothing runs it until it is enabled.')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Dry run' }).getAttribute('aria-disabled')).toBeNull(),
    )
    await user.click(screen.getByRole('button', { name: 'Dry run' }))
    await screen.findByText('Nothing ran: the rule is disabled')
  })

  it('is nothing for a viewer, in Chinese', async () => {
    const { screen } = await renderApp(address, {
      locale: 'zh',
      edition: 'enterprise',
      username: 'looker',
      arrange: async (arranged) => {
        await hot(arranged)
        const user = { username: 'looker', password: 'look-only-1', role: 'viewer', description: '' }
        await arranged.ask('POST', '/users', user)
      },
    })
    for (const name of ['观察真实数据', '试运行', '连同动作执行…']) {
      const button = await screen.findByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
    }
  })
})
