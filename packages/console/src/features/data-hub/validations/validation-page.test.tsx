import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openScreens, submit, warm } from '../testing/arrange-screens.ts'

const list = '/schema_validations'

describe('one validation', () => {
  it('counts what came, counts anew, and leads to rules on failures', async () => {
    const app = await openScreens('/schema-validation/detail/warm')
    const { screen, user, broker } = app
    const client = await connectClient(broker.world.cluster, { clientId: 'probe' })
    onTestFinished(async () => {
      await client.endAsync(true)
    })
    await client.publishAsync('plant/1/temperature', '{"value":120}', { qos: 1 })
    expect(await screen.findByText('No rule runs when a message fails.')).toBeDefined()
    const create = screen.getByRole('link', { name: 'Create a rule for failures' })
    expect(create.getAttribute('href')).toContain('/rule/rules/create?from=')
    const metrics = async () => (await broker.ask('GET', `${list}/validation/warm/metrics`)).body
    expect(await metrics()).toMatchObject({ metrics: { matched: 1, failed: 1 } })
    await submit(app, /^Reset/)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: /Reset/ }))
    await waitFor(async () => expect(await metrics()).toMatchObject({ metrics: { matched: 0, failed: 0 } }))
  })

  it('begins a rule with the event of the failure', async () => {
    const { screen } = await openScreens('/rule/rules/create?from=%24events%2Fschema_validation_failed')
    expect((await screen.findAllByText(/\$events\/schema_validation_failed/)).length).toBeGreaterThan(0)
  })

  it('changes what it checks, and warns of a filter that no message matches', async () => {
    const app = await openScreens('/schema-validation/detail/warm?tab=settings')
    const { screen, user, broker } = app
    const [topic] = await screen.findAllByRole('textbox', { name: /Topic filter/ })
    if (topic === undefined) throw new Error('no filter is shown')
    await user.clear(topic)
    await user.type(topic, 'a/#/b')
    expect(await screen.findByText(/no message ever matches it/)).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'On failure' }), 'disconnect')
    await submit(app, /Apply \d change/)
    await waitFor(async () =>
      expect((await broker.ask('GET', `${list}/validation/warm`)).body).toMatchObject({
        ...{ topics: ['a/#/b'], failure_action: 'disconnect', checks: warm.checks, enable: true },
      }),
    )
  })
})
