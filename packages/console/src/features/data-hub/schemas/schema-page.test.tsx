import { waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { arrangeSchemas, openSchemas } from '#features/data-hub/testing/arrange-schemas.ts'
import { submit } from '#features/data-hub/testing/arrange-screens.ts'

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

  it('shows a text that is meant to harm as what it is', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    const app = await openSchemas('/schema/internal/detail/temperature', {
      arrange: async (broker) => {
        await arrangeSchemas(broker)
        const written = await broker.ask('PUT', '/schema_registry/temperature', {
          type: 'json',
          source: JSON.stringify({ title: markup }),
          description: `${markup}\u202E`,
        })
        expect(written.status).toBe(200)
      },
    })
    const box = await app.screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Schema text' })
    await waitFor(() => expect(box.value).toContain(markup))
    expect(app.screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toContain(markup)
    expect(document.querySelector('img[src="x"]')).toBeNull()
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
