import { functionCatalogue } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { functionTexts as english } from '#features/integration/rules/messages/rule-functions.ts'
import { functionTexts as chinese } from '#features/integration/rules/messages/rule-functions.zh.ts'
import { renderApp } from '#testing/render-app.ts'

const names = functionCatalogue.map(({ name }) => name)

it.each([
  ['English', english],
  ['Chinese', chinese],
])('says in %s what each function does, and of no other', (_language, texts) => {
  expect(Object.keys(texts).sort()).toEqual([...names].sort())
})

describe('the functions', () => {
  it('are found by name or by what they do, in their groups, with the search in the address', async () => {
    const { screen, user, path } = await renderApp('/rule/functions')
    const box = await screen.findByRole('textbox', { name: 'Find a function' })
    const listed = () => within(screen.getByRole('main')).queryAllByRole('listitem')
    expect(listed()).toHaveLength(names.length)
    await user.type(box, 'hexadecimal sha-256')
    await waitFor(() => expect(listed()).toHaveLength(1))
    expect(screen.getByRole('region', { name: 'Hashes, compression, encoding' }).textContent).toContain(
      'sha256',
    )
    await waitFor(() => expect(decodeURIComponent(path())).toMatch(/q=hexadecimal.sha-256/))
    await user.type(box, ' nonsense')
    expect(await screen.findByText('No function matches the search')).toBeDefined()
  })

  it('show one at a time, whose example runs as it is changed, and which the broker can be asked about', async () => {
    const { screen, user, path } = await renderApp('/rule/functions?name=nth')
    const output = async () => (await screen.findByRole('region', { name: 'Result' })).textContent
    await waitFor(async () => expect(await output()).toContain('"result": 2'))
    expect(within(screen.getByRole('list', { name: 'Arguments' })).getAllByRole('listitem')).toHaveLength(2)
    const example = screen.getByRole('textbox', { name: 'Example' })
    await user.clear(example)
    await user.click(example)
    await user.paste('nth(3, payload.list)')
    await waitFor(async () => expect(await output()).toContain('"result": 3'))
    await user.click(screen.getByRole('button', { name: 'Ask the broker' }))
    expect(await screen.findByText('The broker gives the same result')).toBeDefined()
    await user.clear(example)
    expect(await screen.findByText(/^The statement ends too early/)).toBeDefined()

    await user.click(screen.getByText('getenv'))
    expect(await screen.findByText("Can't be evaluated")).toBeDefined()
    expect(screen.getAllByRole('textbox', { name: 'Example' })).toHaveLength(1)
    await waitFor(() => expect(path()).toContain('name=getenv'))
  })

  it('go into the statement where the cursor is', async () => {
    const { screen, user } = await renderApp('/rule/rules/create')
    const sql = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' })
    await user.clear(sql)
    await user.click(sql)
    await user.paste('SELECT  as line FROM "t/#"')
    sql.setSelectionRange(7, 7)
    await user.click(screen.getByRole('button', { name: 'Functions' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Functions' }))
    await user.type(await drawer.findByRole('textbox', { name: 'Find a function' }), 'nth')
    await user.click(drawer.getByText('nth'))
    await user.click(await drawer.findByRole('button', { name: 'Insert' }))
    await waitFor(() => expect(sql.value).toBe('SELECT nth(index, list) as line FROM "t/#"'))
  })

  it('speak Chinese', async () => {
    const { screen } = await renderApp('/rule/functions?name=substr', { locale: 'zh' })
    expect(await screen.findByRole('heading', { level: 1, name: '函数' })).toBeDefined()
    expect(await screen.findByText('substr(text, start, length?)')).toBeDefined()
    expect(screen.getAllByText(/截取文本/).length).toBeGreaterThan(0)
  })
})
