import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openScreens, submit, tag, viewer } from '#features/data-hub/testing/arrange-screens.ts'

const list = '/message_transformations'

describe('one transformation', () => {
  it('lets a viewer look, compute a preview here, and change nothing', async () => {
    const { screen } = await openScreens('/message-transform/detail/tag?tab=settings', {
      username: 'eve',
      arrange: viewer,
    })
    const ask = await screen.findByRole('button', { name: 'Preview with the broker' })
    expect(ask.getAttribute('aria-disabled')).toBe('true')
    expect(await screen.findByRole('region', { name: 'Computed in this browser' })).toBeDefined()
  })

  it('shows what it would make of a message, here and by the broker', async () => {
    const { screen, user, network } = await openScreens('/message-transform/detail/tag?tab=settings')
    const here = within(await screen.findByRole('region', { name: 'Computed in this browser' }))
    expect(await here.findByText(/"who": "c1"/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Preview with the broker' }))
    const told = within(await screen.findByRole('region', { name: 'Answer of the broker' }))
    expect(await told.findByText(/"who": "c1"/)).toBeDefined()
    expect(network.asked).toContain('POST /api/v5/message_transformations/dryrun')
  })

  it('shows what the broker has encoded as bytes, of which its answer is a list of lists', async () => {
    const { screen, user, network } = await openScreens('/message-transform/detail/tag?tab=settings')
    const made = { topic: 't/1', qos: 0, retain: false, user_property: {}, payload: [[2], [[2], 'x\u0006é']] }
    network.answer(/dryrun$/, () => Response.json(made))
    await user.click(await screen.findByRole('button', { name: 'Preview with the broker' }))
    const told = within(await screen.findByRole('region', { name: 'Answer of the broker' }))
    expect(await told.findByText(/02 02 78 06 c3 a9/)).toBeDefined()
  })

  it('asks for correct JSON where properties are typed', async () => {
    const { screen, user } = await openScreens('/message-transform/detail/tag?tab=settings')
    await user.click(await screen.findByText('Sender and properties'))
    const box = await screen.findByRole('textbox', { name: /^User properties/ })
    await user.clear(box)
    await user.type(box, '{{bad')
    expect(await screen.findByText('Please enter the correct JSON')).toBeDefined()
    await user.clear(box)
    await user.type(box, '5')
    expect(await screen.findByText('Enter a JSON object of texts')).toBeDefined()
  })

  it('says why a message cannot be transformed', async () => {
    const { screen, user } = await openScreens('/message-transform/detail/tag?tab=settings')
    const payload = await screen.findByRole('textbox', { name: 'Payload' })
    await user.clear(payload)
    await user.type(payload, 'plain')
    const here = within(await screen.findByRole('region', { name: 'Computed in this browser' }))
    expect(await here.findByText(/The payload is not valid JSON/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Preview with the broker' }))
    const told = within(await screen.findByRole('region', { name: 'Answer of the broker' }))
    expect(await told.findByText(/The payload is not valid JSON/)).toBeDefined()
  })

  it('transforms here what comes in on its topics, and counts what would fail', async () => {
    const { screen, user, broker } = await openScreens('/message-transform/detail/tag?tab=settings')
    for (const name of ['tag', 'more'])
      await broker.ask('POST', `${list}/transformation/${name}/enable/false`)
    await user.click(await screen.findByRole('button', { name: 'Capture live' }))
    expect(await screen.findByText('Capturing')).toBeDefined()
    const publish = (topic: string, payload: Buffer) =>
      broker.context.cluster.publish({ topic, payload, qos: 1, retain: false })
    await publish('plant/1/temperature', Buffer.from('{"value":7}'))
    await publish('plant/2/state', Buffer.from('plain'))
    await publish('plant/3/state', Buffer.of(255, 0))
    await publish('plant/4/state', Buffer.alloc(300_000, 'x'))
    const here = within(await screen.findByRole('region', { name: 'Messages as they come in' }))
    expect(await here.findByText('1 of 2 can be transformed')).toBeDefined()
    expect(await here.findByText('The payload is not valid JSON.')).toBeDefined()
    expect(await here.findByText(/1 message has a payload that is no text/)).toBeDefined()
    expect(await here.findByText(/^1 message has more than 256/)).toBeDefined()
    await user.click(here.getByRole('button', { name: 'Actions for plant/1/temperature' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Look at it above' }))
    const computed = within(await screen.findByRole('region', { name: 'Computed in this browser' }))
    expect((await computed.findAllByText(/"value": 7/)).length).toBeGreaterThan(0)
    await user.click(here.getByRole('button', { name: 'Stop' }))
    expect(await here.findByRole('button', { name: 'Capture live' })).toBeDefined()
  })

  it('explains constants and warns of functions that there are none of', async () => {
    const app = await openScreens('/message-transform/detail/tag?tab=settings')
    const { screen, user, broker } = app
    const value = await screen.findByRole('textbox', { name: /^Value/ })
    await user.clear(value)
    await user.type(value, "'x'")
    await submit(app, /Apply \d change/)
    expect((await screen.findAllByText(/A constant alone is not accepted/)).length).toBeGreaterThan(0)
    await user.clear(value)
    await user.type(value, 'nofun(topic)')
    expect(await screen.findByText(/no function is called nofun/)).toBeDefined()
    await submit(app, /Apply \d change/)
    await waitFor(async () =>
      expect((await broker.ask('GET', `${list}/transformation/tag`)).body).toMatchObject({
        topics: tag.topics,
        enable: true,
        operations: [{ key: 'payload.who', value: 'nofun(topic)' }],
      }),
    )
  })

  it('says of one that was deleted that there is none', async () => {
    const { screen } = await openScreens('/message-transform/detail/none')
    expect(await screen.findByText('Transformation not found')).toBeDefined()
  })
})
