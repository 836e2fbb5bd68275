import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const sql = 'SELECT\n  payload.t AS temp -- degrees\n, topic\nFROM "plant/+/t"\nWHERE payload.t > 3'
const cold = {
  id: 'cold',
  sql: 'select payload.t as temp\nFROM "plant/+/t"\nWHERE  payload.t > 3',
  actions: [],
}

const open = (rule: object = cold, options: RenderOptions = {}) =>
  renderApp('/flow/cold', {
    ...options,
    arrange: async (broker, network) => {
      await broker.ask('POST', '/rules', rule)
      await options.arrange?.(broker, network)
    },
  })

describe('a rule as a flow', () => {
  it('has its fields and its filter, and writes back only what was changed', async () => {
    const { screen, user, broker } = await open()
    expect(await screen.findByText('payload.t → temp')).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'Edit filter' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit filter' }))
    await user.click(drawer.getByRole('button', { name: 'Add group' }))
    const [, left] = drawer.getAllByRole('textbox', { name: 'Value' })
    const [, right] = drawer.getAllByRole('textbox', { name: 'Compared with' })
    await user.type(left ?? document.body, 'qos')
    await user.click(drawer.getByRole('button', { name: 'Update' }))
    expect(drawer.getByRole('alert').textContent).toBe('Correct the marked values first')
    await user.type(right ?? document.body, '1 AND')
    expect(drawer.getByText(/Please enter one value/)).toBeDefined()
    await user.clear(right ?? document.body)
    await user.type(right ?? document.body, '1')
    await user.click(drawer.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit filter' })).toBeNull())
    await user.click((await screen.findAllByRole('button', { name: 'Apply 1 change' }))[0] ?? document.body)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/cold')).toMatchObject({
        body: { sql: 'select payload.t as temp\nFROM "plant/+/t"\nWHERE  payload.t > 3 AND qos = 1' },
      }),
    )
  })

  it('shows the condition as a form or as SQL, and keeps the bytes of what has no form', async () => {
    const { screen, user, broker } = await open({ ...cold, sql: 'SELECT * FROM "t" WHERE  (a=1)' })
    const drawerOf = async () => {
      await user.click(await screen.findByRole('button', { name: 'Edit filter' }))
      return within(await screen.findByRole('dialog', { name: 'Edit filter' }))
    }
    const goneAfter = async (drawer: Awaited<ReturnType<typeof drawerOf>>) => {
      await user.click(drawer.getByRole('button', { name: 'Update' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit filter' })).toBeNull())
    }
    const first = await drawerOf()
    expect(first.getByRole('textbox', { name: 'Value' })).toHaveProperty('value', 'a')
    await user.click(first.getByRole('button', { name: 'SQL' }))
    const text = first.getByRole('textbox', { name: 'Condition' })
    expect(text).toHaveProperty('value', '(a=1)')
    await user.type(text, ' OR')
    expect(first.getByText(/The SQL has a syntax error/)).toBeDefined()
    await user.click(first.getByRole('button', { name: 'Update' }))
    expect(first.getByRole('alert').textContent).toBe('Correct the marked values first')
    await user.type(text, ' b in (1,2)')
    expect(first.getByText(/IN can't be shown as a comparison. See: b in \(1,2\)/)).toBeDefined()
    await user.click(first.getByRole('button', { name: 'Form' }))
    expect(first.getByRole('textbox', { name: 'Condition' })).toBeDefined()
    await goneAfter(first)
    expect((await screen.findAllByText('(a=1) OR b in (1,2)')).length).toBeGreaterThan(0)

    const second = await drawerOf()
    const again = second.getByRole('textbox', { name: 'Condition' })
    expect(again).toHaveProperty('value', '(a=1) OR b in (1,2)')
    await user.clear(again)
    await user.click(second.getByRole('button', { name: 'Form' }))
    await user.type(second.getByRole('textbox', { name: 'Value' }), 'c')
    await user.click(second.getByRole('button', { name: 'SQL' }))
    expect(second.getByRole('alert').textContent).toBe('Correct the marked values first')
    await user.type(second.getByRole('textbox', { name: 'Compared with' }), '3')
    await user.click(second.getByRole('button', { name: 'SQL' }))
    expect(second.getByRole('textbox', { name: 'Condition' })).toHaveProperty('value', 'c = 3')
    await user.type(second.getByRole('textbox', { name: 'Condition' }), '  and not d')
    await goneAfter(second)
    await user.click((await screen.findAllByRole('button', { name: 'Apply 1 change' }))[0] ?? document.body)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/cold')).toMatchObject({
        body: { sql: 'SELECT * FROM "t" WHERE  c = 3  and not d' },
      }),
    )
  })

  it('says of captured messages which match the condition while it is edited, as a form and as SQL', async () => {
    const { screen, user, broker } = await open()
    await user.click(await screen.findByRole('button', { name: 'Edit filter' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit filter' }))
    expect(drawer.getByText(/^No messages yet/)).toBeDefined()
    await user.click(drawer.getByRole('button', { name: 'Capture live' }))
    await waitFor(() => expect(drawer.getByText('Capturing')).toBeDefined())
    const publish = (topic: string, payload: string) =>
      broker.context.cluster.publish({ topic, payload: Buffer.from(payload), qos: 1, retain: false })
    await publish('plant/a/t', '{"t":2}')
    await publish('plant/b/t', '{"t":4}')
    await publish('plant/c/t', '{"t":9}')
    expect(await drawer.findByText('2 of 3 messages match')).toBeDefined()
    expect(drawer.getByRole('button', { name: /^plant\/b\/t/ })).toBeDefined()
    expect(drawer.queryByRole('button', { name: /^plant\/a\/t/ })).toBeNull()

    const right = drawer.getByRole('textbox', { name: 'Compared with' })
    await user.clear(right)
    expect(await drawer.findByText('The count continues once the condition is complete.')).toBeDefined()
    await user.type(right, '8')
    expect(await drawer.findByText('1 of 3 messages match')).toBeDefined()
    await user.click(drawer.getByRole('button', { name: 'No match 2' }))
    await user.click(drawer.getByRole('button', { name: /^plant\/b\/t/ }))
    const checks = within(await drawer.findByRole('list', { name: 'Conditions' }))
    expect(checks.getByText('False')).toBeDefined()
    expect(checks.getByText('4 > 8')).toBeDefined()
    expect(drawer.getByRole('region', { name: 'Message' }).textContent).toContain('plant/b/t')

    await user.click(drawer.getByRole('button', { name: 'SQL' }))
    const text = drawer.getByRole('textbox', { name: 'Condition' })
    await user.clear(text)
    await user.type(text, 'not (payload.t = 4)')
    expect(await drawer.findByText('2 of 3 messages match')).toBeDefined()
    await user.click(drawer.getByRole('button', { name: 'Stop' }))
    await user.click(drawer.getByRole('button', { name: 'Cancel' }))
    // The flow is tried on the messages that the drawer captured.
    expect(await screen.findByText('2 of 3 pass')).toBeDefined()
  })

  it('captures once for the lab and the filter: each message counts once, and both can end it', async () => {
    const { screen, user, broker } = await open()
    const observers = () =>
      [...broker.context.cluster.sessions()].filter(({ clientid }) =>
        clientid.startsWith('brokerdeck-rule-lab-'),
      )
    await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
    await user.click(screen.getByRole('button', { name: 'Capture live' }))
    expect(await screen.findByText('Capturing')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Edit filter' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit filter' }))
    expect(await drawer.findByText('Capturing')).toBeDefined()
    expect(drawer.queryByRole('button', { name: 'Capture live' })).toBeNull()
    const message = { topic: 'plant/a/t', payload: Buffer.from('{"t":4}'), qos: 1, retain: false } as const
    await broker.context.cluster.publish(message)
    expect(await drawer.findByText('1 of 1 messages match')).toBeDefined()
    expect(observers()).toHaveLength(1)
    await user.click(drawer.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit filter' })).toBeNull())
    expect(screen.getByText('Capturing')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Edit filter' }))
    const again = within(await screen.findByRole('dialog', { name: 'Edit filter' }))
    await user.click(again.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(observers()).toEqual([]))
    await user.click(again.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Capture live' })).toBeDefined()
  })

  it('shows the path of one message: what each node makes of it, and which condition stops it', async () => {
    const { screen, user } = await open({
      ...cold,
      sql: 'SELECT payload.t as temp, qos FROM "plant/+/t" WHERE temp > 3 AND (qos = 1 OR temp = 9) AND topic = \'none\'',
      actions: [{ function: 'republish', args: { topic: 'alarm/${temp}', payload: 'at ${temp}' } }],
    })
    const publish = { event_type: 'message_publish', qos: 1 }
    await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
    await user.click(screen.getByRole('button', { name: 'Paste…' }))
    await user.click(await screen.findByRole('textbox', { name: 'Messages or a payload' }))
    await user.paste(
      JSON.stringify([
        { ...publish, topic: 'plant/a/t', payload: '{"t":4}' },
        { ...publish, topic: 'plant/a/t', payload: '{"t":2}' },
        { ...publish, topic: 'other', payload: '{"t":2}' },
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.click(screen.getByRole('tab', { name: 'Path of one message' }))
    const steps = async () => within(await screen.findByRole('list', { name: 'Path of one message' }))
    const saidOf = async (text: string) => (await steps()).getByText(text).closest('li')?.textContent
    const next = () => user.click(screen.getByRole('button', { name: 'Next message' }))
    await waitFor(async () => expect(await saidOf("topic = 'none'")).toContain('False'))
    expect((await steps()).getByText('2 fields')).toBeDefined()
    expect((await steps()).getByText('Stops here')).toBeDefined()
    expect(await saidOf('temp > 3')).toContain('True')
    expect(await saidOf('temp > 3')).toContain('4 > 3')
    expect(await saidOf('temp = 9')).toContain('Skipped')
    expect(await saidOf('Actions')).toContain('Not reached')
    await next()
    await waitFor(async () => expect(await saidOf('temp > 3')).toContain('False'))
    expect(await saidOf('qos = 1')).toContain('Skipped')
    await next()
    expect(await screen.findByText('FROM does not match the topic or event of this message.')).toBeDefined()
    expect(await saidOf('Data processing')).toContain('Not reached')
    await user.click(screen.getByRole('button', { name: 'Edit filter' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit filter' }))
    await user.click(drawer.getByRole('button', { name: 'Remove filter' }))
    await user.click(screen.getByRole('button', { name: 'Previous message' }))
    const sinks = within(await screen.findByRole('list', { name: 'Actions' }))
    expect(sinks.getByText('alarm/2')).toBeDefined()
    expect(sinks.getByText('at 2')).toBeDefined()
  })

  it('changes what the result is made of', async () => {
    const { screen, user, broker } = await open()
    await user.click(await screen.findByRole('button', { name: 'Edit data processing' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit data processing' }))
    await user.click(drawer.getByRole('button', { name: 'Add field' }))
    await user.type(
      drawer.getAllByRole('textbox', { name: 'Field or expression' })[1] ?? document.body,
      'upper(topic)',
    )
    await user.type(
      drawer.getAllByRole('textbox', { name: 'Name in the result' })[1] ?? document.body,
      'place',
    )
    await user.click(drawer.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('upper(topic) → place')).toBeDefined()
    await user.click((await screen.findAllByRole('button', { name: 'Apply 1 change' }))[0] ?? document.body)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/cold')).toMatchObject({
        body: {
          sql: 'select payload.t AS temp,\n  upper(topic) AS place\nFROM "plant/+/t"\nWHERE  payload.t > 3',
        },
      }),
    )
  })

  it("leaves what it can't show to the rule editor, byte for byte", async () => {
    const { screen, user, broker, path } = await open({ ...cold, sql })
    expect(await screen.findByText("This rule can't be shown as a flow")).toBeDefined()
    expect(screen.getByText(/The SQL has a comment that an edit would remove/)).toBeDefined()
    expect(screen.getByText('-- degrees')).toBeDefined()
    expect(await broker.ask('GET', '/rules/cold')).toMatchObject({ body: { sql } })
    await user.click(screen.getByRole('link', { name: 'Open in the rule editor' }))
    await waitFor(() => expect(path()).toBe('/rule/rules/cold?tab=settings'))
  })

  it('names an action that the broker does not have, with the way to where it is taken out', async () => {
    const { screen, user } = await open({ ...cold, actions: ['http:gone'] })
    const ready = within(await screen.findByRole('region', { name: 'Readiness' }))
    expect(await ready.findByText('The broker has no http:gone.')).toBeDefined()
    expect(ready.getByRole('status').textContent).toBe('No changes to save')
    await user.click(ready.getByRole('button', { name: /^Go there/ }))
    expect(document.activeElement?.closest('[data-ends="actions"]')).not.toBeNull()
  })

  it('lets a viewer look, and change nothing', async () => {
    const { screen } = await open(cold, {
      username: 'guest',
      edition: 'enterprise',
      arrange: ({ context }) =>
        context.users
          .create('guest', 'Viewer-123', { description: '', role: 'viewer' })
          .then(() => undefined),
    })
    expect((await screen.findByRole('button', { name: 'Edit filter' })).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  it('says that a rule is not there', async () => {
    const { screen } = await renderApp('/flow/none')
    expect(await screen.findByText('Rule not found')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await open({ ...cold, sql: 'FOREACH a FROM "t"' }, { locale: 'zh' })
    expect(await screen.findByText('该规则无法以流程显示')).toBeDefined()
  })
})
