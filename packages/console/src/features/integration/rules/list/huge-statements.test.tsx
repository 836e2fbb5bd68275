import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const sources = Array.from({ length: 2_000 }, (_, at) => `plant/${at}/temperature`)
const statements = {
  columns: `SELECT ${Array.from({ length: 20_000 }, (_, at) => `payload.s${at} as s${at}`).join(', ')} FROM "t/#"`,
  sources: `SELECT * FROM ${sources.map((one) => `"${one}"`).join(', ')}`,
  name: `SELECT ${'x'.repeat(900_000)} as a FROM "t/#"`,
} as const

/** A cluster accepts these statements: the mocked response contains one of them as the rule `huge`. */
const answering =
  (which: keyof typeof statements, ...others: readonly string[]): NonNullable<RenderOptions['arrange']> =>
  async ({ ask }, network) => {
    const { body } = await ask('POST', '/rules', { id: 'huge', sql: 'SELECT * FROM "t/#"' })
    const from = which === 'sources' ? sources : ['t/#']
    const rule = Object.assign({}, body, { sql: statements[which], from })
    const data = [rule, ...others.map((id) => ({ ...rule, id, sql: `${rule.sql} ` }))]
    const meta = { page: 1, limit: 20, count: data.length, hasnext: false }
    network.answer(/\/rules$/, () => Response.json({ data, meta }))
    network.answer(/\/rules\/huge$/, () => Response.json(rule))
  }

const findRow = (name: HTMLElement) => name.closest('tr') ?? document.body

describe('a statement of nearly a megabyte', () => {
  it.each([
    ['columns', /too long to be checked here/],
    ['name', /has a column x{80}…: it is undefined/],
  ] as const)('of %s leaves the list as it is, with a short hint', async (which, words) => {
    const { screen } = await renderApp('/rule/rules', { arrange: answering(which, 'other') })
    const row = findRow(await screen.findByRole('link', { name: 'huge' }))
    const mark = await waitFor(() => within(row).getByText('SQL'))
    mark.closest<HTMLElement>('[tabindex]')?.focus()
    expect((await screen.findByText(words)).textContent?.length).toBeLessThan(300)
    expect(row.textContent?.length).toBeLessThan(2_000)
    expect(within(findRow(screen.getByRole('link', { name: 'other' }))).getByText('t/#')).toBeDefined()
  })

  it('is not drawn as a flow, and says why', async () => {
    const { screen } = await renderApp('/flow/huge', { arrange: answering('columns') })
    expect(await screen.findByText(/The SQL is too long to be drawn/)).toBeDefined()
    expect(screen.getByRole('link', { name: /editor/i })).toBeDefined()
  })

  it('has its settings, with the first of its inputs', async () => {
    const { screen } = await renderApp('/rule/rules/huge?tab=settings', { arrange: answering('sources') })
    expect(await screen.findByText('Not shown: 1,950 more in FROM')).toBeDefined()
    expect(await screen.findByText('Not drawn: 1,950')).toBeDefined()
    expect(document.querySelectorAll('*').length).toBeLessThan(10_000)
  })

  it('takes no messages from thousands of filters, and says why', async () => {
    const { screen, user } = await renderApp('/rule/rules/huge?tab=settings', {
      arrange: answering('sources'),
    })
    await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
    for (const name of ['Capture live', 'Take retained messages']) {
      const button = screen.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await user.hover(button)
      expect(await screen.findByText(/^FROM has more than 200 topic filters/)).toBeDefined()
      await user.unhover(button)
    }
  })

  it('of a webhook is a text in its form, of which the preview shows the beginning', async () => {
    const { screen } = await renderApp('/webhook/huge_WH_D?tab=settings', {
      arrange: async (broker, network) => {
        const { ask } = broker
        const name = 'huge_WH_D'
        await ask('POST', '/connectors', { type: 'http', name, url: 'http://127.0.0.1:9/x' })
        await ask('POST', '/actions', { type: 'http', name, connector: name, parameters: { method: 'post' } })
        const { body } = await ask('POST', '/rules', {
          id: name,
          sql: 'SELECT * FROM "t/#"',
          actions: [`http:${name}`],
        })
        const rule = Object.assign({}, body, { sql: statements.sources, from: sources })
        network.answer(/\/rules\/huge_WH_D$/, () => Response.json(rule))
      },
    })
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' })
    expect(box.value).toBe(statements.sources)
    const left = (statements.sources.length - 20_000).toLocaleString('en')
    expect(screen.getByRole('region', { name: 'SQL' }).textContent).toContain(
      `Not shown: ${left} more characters`,
    )
    expect(document.querySelectorAll('*').length).toBeLessThan(5_000)
  })

  it('says in Chinese that its inputs are not read', async () => {
    const { screen } = await renderApp('/rule/rules/huge?tab=settings', {
      locale: 'zh',
      arrange: answering('columns'),
    })
    expect(await screen.findByText('语句过长，无法在此读取。请直接在语句中修改 FROM。')).toBeDefined()
  })
})
