import { waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openSchemas } from '#features/data-hub/testing/arrange-schemas.ts'
import { submit } from '#features/data-hub/testing/arrange-screens.ts'

async function fill(app: Awaited<ReturnType<typeof openSchemas>>, type: string, source: string) {
  const { screen, user } = app
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), type)
  const box = screen.getByRole('textbox', { name: 'Schema text' })
  await user.clear(box)
  await user.click(box)
  await user.paste(source)
}

describe('create schema', () => {
  it.each([
    ['json', { type: 'object', required: ['temp', 'unit'] }],
    [
      'avro',
      {
        type: 'record',
        fields: [
          { name: 'temp', type: 'double' },
          { name: 'unit', type: 'string' },
        ],
      },
    ],
  ])('makes one of type %s from a sample message', async (type, expected) => {
    const app = await openSchemas('/schema/internal/create', { arrange: undefined })
    const { screen, user, broker, path } = app
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'made')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), type)
    await user.click(screen.getByRole('button', { name: 'Generate schema from sample' }))
    expect(await screen.findByText(/The sample fits the schema/)).toBeDefined()
    await submit(app, 'Create schema')
    await waitFor(() => expect(path()).toBe('/schema/internal'))
    const { body } = await broker.ask('GET', '/schema_registry/made')
    expect(JSON.parse(Object(body).source)).toMatchObject(expected)
  })

  it.each([
    ['json', '{', /Please enter the correct JSON \(line 1, column 2\)/],
    ['avro', '{"type":"recrd"}', /There is no Avro type recrd/],
    ['avro', 'message A {}', /Please enter the correct JSON/],
    ['protobuf', 'message A {\n  string a 1;\n}', /Syntax error in the Protobuf schema \(line 2\)/],
    ['protobuf', 'message A { B b = 1; }', /No message or enum is called B/],
  ])('says what is wrong with %s: %s', async (type, source, words) => {
    const app = await openSchemas('/schema/internal/create', { arrange: undefined })
    await app.user.type(await app.screen.findByRole('textbox', { name: 'Name' }), 'made')
    await fill(app, type, source)
    await submit(app, 'Create schema')
    expect((await app.screen.findAllByText(words)).length).toBeGreaterThan(0)
    expect((await app.broker.ask('GET', '/schema_registry')).body).toEqual([])
  })

  it('warns of a JSON schema whose required list has no effect', async () => {
    const app = await openSchemas('/schema/internal/create', { arrange: undefined })
    await fill(app, 'json', '{"type":"object","required":["temp"]}')
    expect(await app.screen.findByText(/reads it as draft 3/)).toBeDefined()
  })

  it('names the messages of a Protobuf schema and says why a sample does not fit', async () => {
    const app = await openSchemas('/schema/internal/create', { arrange: undefined })
    await fill(app, 'protobuf', 'message Person { optional string name = 1; }')
    expect(await app.screen.findByText('Person')).toBeDefined()
    expect(await app.screen.findByText(/temp is not in the message Person/)).toBeDefined()
  })

  it('says at the name that it is taken', async () => {
    const app = await openSchemas('/schema/internal/create?target=reading')
    const name = await app.screen.findByRole('textbox', { name: 'Name' })
    expect(name).toHaveProperty('value', 'reading_duplication')
    await app.user.clear(name)
    await app.user.type(name, 'reading')
    await submit(app, 'Create schema')
    expect((await app.screen.findAllByText(/already exists/)).length).toBeGreaterThan(0)
  })
})
