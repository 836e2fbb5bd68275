import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openSchemas, schemaViewer } from '#features/data-hub/testing/arrange-schemas.ts'
import { choose } from '#features/data-hub/testing/arrange-screens.ts'

const list = '/schema_registry_external'

describe('external schema registries', () => {
  it('says where each is and who asks, and never the password', async () => {
    const { screen } = await openSchemas('/schema/external')
    const link = await screen.findByRole('link', { name: 'confluent' })
    const row = within(link.closest('tr') ?? document.body)
    expect(row.getByText('http://schemas.example.com:8081')).toBeDefined()
    expect(row.getByText('ops')).toBeDefined()
    expect(document.body.textContent).not.toContain('Secret-1')
  })

  it('are all shown beside one that cannot be read', async () => {
    const odd = { type: 'confluent', url: 'http://b', auth: 7 }
    const { screen, user } = await openSchemas('/schema/external', {
      arrange: async (_broker, network) => {
        const confluent = { type: 'confluent', url: 'http://a', auth: 'none' }
        network.answer(/schema_registry_external$/, () => Response.json({ odd, confluent }))
      },
    })
    expect(await screen.findByRole('link', { name: 'confluent' })).toBeDefined()
    expect(await screen.findByText('One row could not be read. All others are shown.')).toBeDefined()
    await user.click(screen.getByText('Show them'))
    expect(screen.getByText(JSON.stringify({ odd }))).toBeDefined()
  })

  it('says what one is where there is none', async () => {
    const { screen } = await openSchemas('/schema/external', { arrange: undefined })
    expect(await screen.findByText('No external registries yet')).toBeDefined()
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
