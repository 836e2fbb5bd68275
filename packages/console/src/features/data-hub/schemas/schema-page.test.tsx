import { waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openSchemas } from '../testing/arrange-schemas.ts'
import { submit } from '../testing/arrange-screens.ts'

describe('one schema', () => {
  it('names what uses it', async () => {
    const { screen } = await openSchemas('/schema/internal/detail/reading?tab=uses')
    expect(await screen.findByRole('link', { name: 'smaller' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'watch' })).toBeNull()
  })

  it('says that nothing uses it', async () => {
    const { screen } = await openSchemas('/schema/internal/detail/person?tab=uses')
    expect(await screen.findByText('Nothing in this cluster names this schema.')).toBeDefined()
  })

  it('changes its text', async () => {
    const app = await openSchemas('/schema/internal/detail/temperature')
    const { screen, user, broker } = app
    const box = await screen.findByRole('textbox', { name: 'Schema text' })
    await user.clear(box)
    await user.click(box)
    await user.paste('{"$schema":"http://json-schema.org/draft-04/schema#"}')
    await submit(app, /Apply \d change/)
    await waitFor(async () =>
      expect((await broker.ask('GET', '/schema_registry/temperature')).body).toMatchObject({
        source: '{"$schema":"http://json-schema.org/draft-04/schema#"}',
        description: 'Any sensor',
      }),
    )
  })

  it('offers the names of the kind in a validation, and the way to another schema', async () => {
    const { screen } = await openSchemas('/schema-validation/detail/fits?tab=settings')
    const box = await screen.findByRole('combobox', { name: 'Schema name' })
    const offered = [...(document.getElementById(box.getAttribute('list') ?? '')?.children ?? [])]
    expect(offered.map((one) => one.getAttribute('value'))).toEqual(['temperature'])
    const create = screen.getByRole('link', { name: 'Create schema' })
    expect(create.getAttribute('href')).toBe('/schema/internal/create')
  })

  it('computes in the browser what a transformation writes by a schema', async () => {
    const { screen } = await openSchemas('/message-transform/detail/smaller?tab=settings')
    const here = await screen.findByRole('region', { name: 'Computed in this browser' })
    await waitFor(() => expect(here.textContent).toContain('80 35 40'))
  })
})
