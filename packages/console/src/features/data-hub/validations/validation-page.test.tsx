import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openScreens, submit, warm } from '#features/data-hub/testing/arrange-screens.ts'

const list = '/schema_validations'

describe('one validation', () => {
  it('counts what came, counts anew, and leads to rules on failures', async () => {
    const app = await openScreens('/schema-validation/detail/warm')
    const { screen, user, broker } = app
    const client = await connectClient(broker.context.cluster, { clientId: 'probe' })
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
        topics: ['a/#/b'],
        failure_action: 'disconnect',
        checks: warm.checks,
        enable: true,
      }),
    )
  })

  it('tries a message in the browser, and says what the broker would do and why', async () => {
    const { screen, user } = await openScreens('/schema-validation/detail/warm?tab=settings')
    const topic = await screen.findByRole('textbox', { name: 'Topic' })
    const payload = screen.getByRole('textbox', { name: 'Payload' })
    const retype = async (box: HTMLElement, text: string) => {
      await user.clear(box)
      await user.click(box)
      await user.paste(text)
    }
    expect(await screen.findByText('Not checked: no topic filter covers this topic.')).toBeDefined()
    await retype(topic, 'plant/1/temperature')
    await retype(payload, '{"value": 99}')
    expect(await screen.findByText('The message passes')).toBeDefined()
    await retype(payload, '{"value": 120}')
    expect(await screen.findByText('The broker drops the message')).toBeDefined()
    expect(screen.getByText('Failed. The statement gives no result.')).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'On failure' }), 'ignore')
    expect(await screen.findByText('The message fails, and is delivered all the same')).toBeDefined()
    await retype(payload, 'no JSON')
    expect(await screen.findByText(/^Failed\. /)).toBeDefined()
    await user.clear(screen.getByRole('textbox', { name: 'SQL' }))
    expect(await screen.findByText('Complete the validation and the message first.')).toBeDefined()
  })

  it('tries a message against a schema of the registry', async () => {
    const { screen, user } = await openScreens('/schema-validation/detail/by-schema?tab=settings', {
      arrange: async ({ ask }) => {
        const $schema = 'http://json-schema.org/draft-06/schema#'
        const source = JSON.stringify({ $schema, type: 'object', required: ['temp'] })
        await ask('POST', '/schema_registry', { name: 'reading', type: 'json', source })
        const checks = [{ type: 'json', schema: 'reading' }]
        await ask('POST', '/schema_validations', { ...warm, name: 'by-schema', topics: ['t/#'], checks })
      },
    })
    expect(await screen.findByText('The message passes')).toBeDefined()
    const payload = screen.getByRole('textbox', { name: 'Payload' })
    await user.clear(payload)
    await user.click(payload)
    await user.paste('{"other": 1}')
    expect(await screen.findByText('The broker drops the message')).toBeDefined()
    expect(screen.getByText(/The payload does not fit the schema/)).toBeDefined()
  })
})
