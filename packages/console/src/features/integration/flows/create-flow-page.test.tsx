import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

describe('a new flow', () => {
  it('makes a rule from scratch', async () => {
    const { screen, user, broker, path } = await renderApp('/flow/create')
    const id = await screen.findByRole('textbox', { name: 'ID' })
    await user.clear(id)
    await user.type(id, 'drawn')
    await user.click(screen.getByRole('button', { name: 'Edit filter' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit filter' }))
    await user.type(drawer.getByRole('textbox', { name: 'Value' }), 'qos')
    await user.type(drawer.getByRole('textbox', { name: 'Compared with' }), '1')
    await user.selectOptions(drawer.getByRole('combobox', { name: 'Comparison' }), '>=')
    await user.click(drawer.getByRole('button', { name: 'Update' }))
    await user.click((await screen.findAllByRole('button', { name: 'Create flow' }))[0] ?? document.body)
    await waitFor(() => expect(path()).toBe('/flow'))
    expect(await broker.ask('GET', '/rules/drawn')).toMatchObject({
      body: { sql: 'SELECT\n  *\nFROM\n  "t/#"\nWHERE\n  qos >= 1', enable: true },
    })
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/flow/create', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '创建数据流' })).toBeDefined()
  })
})
