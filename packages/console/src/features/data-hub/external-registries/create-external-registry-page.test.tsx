import { waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openSchemas } from '../testing/arrange-schemas.ts'
import { submit } from '../testing/arrange-screens.ts'

const list = '/schema_registry_external'

describe('add external registry', () => {
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
})
