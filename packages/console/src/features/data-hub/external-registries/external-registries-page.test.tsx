import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openSchemas, schemaViewer } from '../testing/arrange-schemas.ts'
import { choose, submit } from '../testing/arrange-screens.ts'

const list = '/schema_registry_external'

describe('external schema registries', () => {
  it('says where each is and who asks, and never the password', async () => {
    const { screen } = await openSchemas('/schema/external')
    const link = await screen.findByRole('link', { name: 'confluent' })
    const row = within(link.closest('tr') ?? document.body)
    expect(row.getByText('http://registry.example.com:8081')).toBeDefined()
    expect(row.getByText('ops')).toBeDefined()
    expect(document.body.textContent).not.toContain('Secret-1')
  })

  it('says what one is where there is none', async () => {
    const { screen } = await openSchemas('/schema/external', { arrange: undefined })
    expect(await screen.findByText('No external registries yet')).toBeDefined()
  })

  it('adds one, and says that the name is taken', async () => {
    const app = await openSchemas('/schema/external/create')
    const { screen, user, broker, path } = app
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.type(name, 'confluent')
    await user.type(screen.getByRole('textbox', { name: 'URL' }), 'http://other:8081')
    await submit(app, 'Add external registry')
    expect((await screen.findAllByText(/already exists/)).length).toBeGreaterThan(0)
    await user.clear(name)
    await user.type(name, 'other')
    await submit(app, 'Add external registry')
    await waitFor(() => expect(path()).toBe('/schema/external'))
    expect((await broker.ask('GET', `${list}/registry/other`)).body).toEqual({
      ...{ type: 'confluent', url: 'http://other:8081', auth: 'none' },
    })
  })

  it('changes the address and keeps the password', async () => {
    const app = await openSchemas('/schema/external/detail/confluent')
    const { screen, user, broker } = app
    const url = await screen.findByRole('textbox', { name: 'URL' })
    await user.clear(url)
    await user.type(url, 'https://new.example.com')
    await submit(app, /Apply \d change/)
    await waitFor(() =>
      expect(broker.world.config.document('schema_registry')).toMatchObject({
        external: { confluent: { url: 'https://new.example.com', auth: { password: 'Secret-1' } } },
      }),
    )
  })

  it('deletes one after saying what that means', async () => {
    const app = await openSchemas('/schema/external')
    await choose(app, 'confluent', 'Delete…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    expect(dialog.getByText(/Rules that name it fail from then on/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect((await app.broker.ask('GET', list)).body).toEqual({}))
  })

  it('lets a viewer look and change nothing', async () => {
    const { screen } = await openSchemas('/schema/external', { username: 'eve', arrange: schemaViewer })
    const create = await screen.findByRole('button', { name: 'Add external registry' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
  })

  it('speaks Chinese', async () => {
    const { screen } = await openSchemas('/schema/external', { locale: 'zh' })
    expect(await screen.findByText('1 个外部 Registry')).toBeDefined()
  })
})
