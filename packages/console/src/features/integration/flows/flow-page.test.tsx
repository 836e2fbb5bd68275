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

  it('lets a viewer look, and change nothing', async () => {
    const { screen } = await open(cold, {
      username: 'guest',
      edition: 'enterprise',
      arrange: ({ world }) =>
        world.users.create('guest', 'Viewer-123', { description: '', role: 'viewer' }).then(() => undefined),
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
