import { waitFor, within } from '@testing-library/dom'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { arrangeSchemas, openSchemas, schemaViewer } from '#features/data-hub/testing/arrange-schemas.ts'
import { choose, namesOf } from '#features/data-hub/testing/arrange-screens.ts'

const list = '/schema_registry'
const answerSchema = v.object({ data: v.array(v.unknown()) })
const rowWith = (link: HTMLElement) => within(link.closest('tr') ?? document.body)

describe('schemas', () => {
  it('says of each what kind it is', async () => {
    const { screen } = await openSchemas('/schema/internal')
    const link = await screen.findByRole('link', { name: 'temperature' })
    const row = rowWith(link)
    expect(row.getByText('JSON Schema')).toBeDefined()
    expect(row.getByText('Any sensor')).toBeDefined()
    expect(screen.getByText('3 schemas')).toBeDefined()
  })

  it('names what uses each, and asks for it once', async () => {
    const { screen, network } = await openSchemas('/schema/internal', {
      arrange: async (broker) => {
        await arrangeSchemas(broker)
        for (const id of ['one', 'three', 'two'])
          await broker.ask('POST', '/rules', {
            id,
            sql: `SELECT schema_decode('reading', payload) AS read FROM "t"`,
            actions: [],
          })
      },
    })
    const rule = await screen.findByRole('link', { name: 'watch' })
    expect(rule.getAttribute('href')).toContain('/rule/rules/watch')
    const checked = rowWith(rule)
    expect(checked.getByRole('link', { name: 'temperature' })).toBeDefined()
    expect(checked.getByText(/^Rules:/)).toBeDefined()
    expect(checked.getByRole('link', { name: 'fits' }).getAttribute('href')).toBe(
      '/schema-validation/detail/fits',
    )
    const decoded = rowWith(screen.getByRole('link', { name: 'reading' }))
    expect(decoded.getByRole('link', { name: 'smaller' })).toBeDefined()
    expect(decoded.queryByRole('link', { name: 'watch' })).toBeNull()
    expect(decoded.getByRole('link', { name: '1 more' }).getAttribute('href')).toBe(
      '/schema/internal/detail/reading?tab=uses',
    )
    const unused = rowWith(screen.getByRole('link', { name: 'person' }))
    expect(unused.getByText('Not used')).toBeDefined()
    for (const path of ['rules', 'schema_validations', 'message_transformations'])
      expect(network.asked.filter((line) => new RegExp(`GET .*/${path}(\\?|$)`).test(line))).toHaveLength(1)
  })

  it('claims of none that nothing uses it where the rules cannot be read', async () => {
    const { screen } = await openSchemas('/schema/internal', {
      arrange: async (broker, network) => {
        await arrangeSchemas(broker)
        network.answer(/\/rules$/, () => Response.json({ code: 'BUSY', message: 'busy' }, { status: 503 }))
      },
    })
    const row = rowWith(await screen.findByRole('link', { name: 'person' }))
    expect(await row.findByText('Unknown')).toBeDefined()
    expect(screen.queryByText('Not used')).toBeNull()
  })

  it('claims of none that nothing uses it where a rule cannot be read', async () => {
    const { screen } = await openSchemas('/schema/internal', {
      arrange: async (broker, network) => {
        await arrangeSchemas(broker)
        const { body } = await broker.ask('GET', '/rules')
        const { data: [first] = [] } = v.parse(answerSchema, body)
        const meta = { page: 1, limit: 1000, count: 2, hasnext: false }
        network.answer(/\/rules$/, () => Response.json({ data: [first, { id: 7 }], meta }))
      },
    })
    expect(await screen.findByRole('link', { name: 'watch' })).toBeDefined()
    expect(rowWith(screen.getByRole('link', { name: 'person' })).getByText('Unknown')).toBeDefined()
  })

  it('says what one is where there is none', async () => {
    const { screen } = await openSchemas('/schema/internal', { arrange: undefined })
    expect(await screen.findByText('No schemas yet')).toBeDefined()
  })

  it('asks a broker of Community nothing', async () => {
    const { screen, network } = await openSchemas('/schema/internal', {
      edition: 'community',
      arrange: undefined,
    })
    expect(await screen.findByText(/belongs to EMQX Enterprise/)).toBeDefined()
    expect(network.asked.filter((line) => line.includes(list))).toEqual([])
  })

  it('says before one is deleted what would fail without it', async () => {
    const app = await openSchemas('/schema/internal')
    const { screen, user } = app
    await choose(app, 'temperature', 'Delete…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    expect((await dialog.findByRole('link', { name: 'fits' })).getAttribute('href')).toContain(
      '/schema-validation/detail/fits',
    )
    expect(dialog.getByRole('link', { name: 'watch' })).toBeDefined()
    expect(dialog.queryByRole('link', { name: 'smaller' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await namesOf(app, list)).toEqual(['person', 'reading']))
  })

  it('tells a refusal in words', async () => {
    const app = await openSchemas('/schema/internal')
    await app.screen.findByRole('link', { name: 'person' })
    await app.broker.ask('DELETE', `${list}/person`)
    await choose(app, 'person', 'Delete…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect((await app.screen.findAllByText(/not found|no longer|already/i)).length).toBeGreaterThan(0)
  })

  it('lets a viewer look and change nothing', async () => {
    const { screen } = await openSchemas('/schema/internal', { username: 'eve', arrange: schemaViewer })
    const create = await screen.findByRole('button', { name: 'Create schema' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    expect(await screen.findByRole('link', { name: 'reading' })).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await openSchemas('/schema/internal', { locale: 'zh' })
    expect(await screen.findByText('3 个 Schema')).toBeDefined()
    expect(await screen.findByRole('button', { name: '创建 Schema' })).toBeDefined()
    expect(await screen.findByText('未被引用')).toBeDefined()
  })
})
