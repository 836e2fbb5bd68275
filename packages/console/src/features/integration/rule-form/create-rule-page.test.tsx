import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const open = (options: RenderOptions = {}, search = '') => renderApp(`/rule/rules/create${search}`, options)

const fields = async () => {
  const id = within(document.body).findByRole<HTMLInputElement>('textbox', { name: 'ID' })
  return {
    id: await id,
    sql: within(document.body).getByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' }),
  }
}

const twice = /^Create rule$/

describe('create rule', () => {
  it('is reached from the list, and makes the rule that was typed', async () => {
    const { screen, user, broker, path } = await renderApp('/rule/rules')
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    const { id, sql } = await fields()
    expect(path()).toBe('/rule/rules/create')
    expect(id.value).toMatch(/^rule_[a-z0-9]{4}$/)
    await user.clear(id)
    await user.type(id, 'hot')
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Alarm')
    await user.clear(sql)
    await user.type(sql, 'SELECT clientid FROM "plant/#"')
    await user.click(screen.getAllByRole('button', { name: twice })[0] ?? document.body)
    expect(await screen.findByRole('cell', { name: 'hot' })).toBeDefined()
    expect(await broker.ask('GET', '/rules/hot')).toMatchObject({
      body: { sql: 'SELECT clientid FROM "plant/#"', description: 'Alarm', enable: true, actions: [] },
    })
  })

  it('says at the ID that it is taken, and keeps what was typed', async () => {
    const { screen, user } = await open({
      arrange: ({ ask }) =>
        ask('POST', '/rules', { id: 'hot', sql: 'SELECT * FROM "a"' }).then(() => undefined),
    })
    const { id, sql } = await fields()
    await user.clear(id)
    await user.type(id, 'hot')
    await user.click(screen.getAllByRole('button', { name: twice })[0] ?? document.body)
    await waitFor(() => expect(id.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getAllByText(/A rule with this ID already exists/).length).toBeGreaterThan(0)
    expect(sql.value).toContain('"t/#"')
  })
})
