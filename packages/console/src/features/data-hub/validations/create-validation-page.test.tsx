import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor } from '@testing-library/dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openScreens, submit } from '#features/data-hub/testing/arrange-screens.ts'

const list = '/schema_validations'

describe('create validation', () => {
  it('makes one that keeps back what fails its statement', async () => {
    const app = await openScreens('/schema-validation/create', { arrange: undefined })
    const { screen, user, broker, path } = app
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'cold')
    await submit(app, 'Create validation')
    await waitFor(() => expect(path()).toBe('/schema-validation'))
    const { body } = await broker.ask('GET', `${list}/validation/cold`)
    expect(body).toMatchObject({ topics: ['t/#'], strategy: 'all_pass', checks: [{ type: 'sql' }] })
    const client = await connectClient(broker.context.cluster, { clientId: 'probe' })
    onTestFinished(async () => {
      await client.endAsync(true)
    })
    await client.publishAsync('t/1', '{"temp":120}', { qos: 1 })
    expect((await broker.ask('GET', `${list}/validation/cold/metrics`)).body).toMatchObject({
      metrics: { failed: 1 },
    })
  })

  it('says at the statement what is wrong with it, and at the name that it is taken', async () => {
    const app = await openScreens('/schema-validation/create?target=warm')
    const { screen, user } = app
    const sql = await screen.findByRole('textbox', { name: /SQL/ })
    await user.clear(sql)
    await user.type(sql, 'SELECT x FROM "t"')
    await submit(app, 'Create validation')
    expect((await screen.findAllByText(/Leave out FROM/)).length).toBeGreaterThan(0)
    await user.clear(sql)
    await user.type(sql, 'SELECT x')
    const name = screen.getByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'lax')
    await submit(app, 'Create validation')
    expect((await screen.findAllByText(/already exists/)).length).toBeGreaterThan(0)
  })
})
