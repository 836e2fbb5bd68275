import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openSchemas, schemaViewer } from '../testing/arrange-schemas.ts'
import { choose, namesOf } from '../testing/arrange-screens.ts'

const list = '/schema_registry'

describe('schemas', () => {
  it('says of each what kind it is', async () => {
    const { screen } = await openSchemas('/schema/internal')
    const link = await screen.findByRole('link', { name: 'temperature' })
    const row = within(link.closest('tr') ?? document.body)
    expect(row.getByText('JSON Schema')).toBeDefined()
    expect(row.getByText('Any sensor')).toBeDefined()
    expect(screen.getByText('3 schemas')).toBeDefined()
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
  })
})
