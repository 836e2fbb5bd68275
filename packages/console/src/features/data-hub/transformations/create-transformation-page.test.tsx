import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor } from '@testing-library/dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openScreens, submit } from '#features/data-hub/testing/arrange-screens.ts'

describe('create transformation', () => {
  it('makes one that changes what clients publish', async () => {
    const app = await openScreens('/message-transform/create', { arrange: undefined })
    const { screen, user, broker, path } = app
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'who')
    await submit(app, 'Create transformation')
    await waitFor(() => expect(path()).toBe('/message-transform'))
    const client = await connectClient(broker.context.cluster, { clientId: 'probe' })
    onTestFinished(async () => {
      await client.endAsync(true)
    })
    const got = new Promise((resolve) => client.once('message', (_, payload) => resolve(String(payload))))
    await client.subscribeAsync('t/#')
    await client.publishAsync('t/1', '{"temp":21}', { qos: 1 })
    expect(await got).toBe('{"temp":21,"clientid":"probe"}')
  })

  it('says at the target what can be changed', async () => {
    const app = await openScreens('/message-transform/create', { arrange: undefined })
    const target = await app.screen.findByRole('textbox', { name: /^Target/ })
    await app.user.clear(target)
    await app.user.type(target, 'colour')
    await app.user.tab()
    expect((await app.screen.findAllByText(/^Use payload, payload\.field, topic/)).length).toBeGreaterThan(0)
  })
})
