import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openSchemas } from '#features/data-hub/testing/arrange-schemas.ts'
import { submit } from '#features/data-hub/testing/arrange-screens.ts'

/** Returns paths and values, as the review shows them. */
const reviewLines = () =>
  within(screen.getByRole('region', { name: 'Review changes' }))
    .getAllByRole('term')
    .map(
      ({ textContent, nextElementSibling }) =>
        `${textContent} ${nextElementSibling?.textContent?.replace(/^Added /, '')}`,
    )

function toLines(body: unknown, path = ''): readonly string[] {
  if (typeof body !== 'object' || body === null) return [`${path} ${JSON.stringify(body)}`]
  return Object.entries(body).flatMap(([key, value]) => toLines(value, path === '' ? key : `${path}.${key}`))
}

const withoutSecret = (line: string) => line.replace(/(?<=^auth\.password ).*/, '(new value, hidden)')

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
      type: 'confluent',
      url: 'http://other:8081',
      auth: 'none',
    })
  })

  it.each([
    ['None', ['name "other"', 'url "http://other:8081"', 'type "confluent"', 'auth "none"']],
    [
      'Username and password',
      [
        'name "other"',
        'url "http://other:8081"',
        'type "confluent"',
        'auth.mechanism "basic"',
        'auth.username "desk"',
        'auth.password (new value, hidden)',
      ],
    ],
  ])('shows the body before it is sent, with the access %s', async (access, reviewed) => {
    const app = await openSchemas('/schema/external/create')
    const { screen, user, network } = app
    const sent: unknown[] = []
    network.answer(/\/schema_registry_external$/, (_method, body) => {
      sent.push(JSON.parse(String(body)))
      return Response.json({ code: 'BAD_REQUEST', message: 'Not today' }, { status: 400 })
    })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'other')
    await user.type(screen.getByRole('textbox', { name: 'URL' }), 'http://other:8081')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Authentication' }), access)
    if (access !== 'None') {
      await user.type(screen.getByRole('textbox', { name: 'Username' }), 'desk')
      await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Desk-1')
    }
    await waitFor(() => expect(reviewLines().toSorted()).toEqual(reviewed.toSorted()))
    await submit(app, 'Add external registry')
    await waitFor(() => expect(toLines(sent[0]).map(withoutSecret).toSorted()).toEqual(reviewed.toSorted()))
  })
})
