import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { choose, namesOf, openScreens, viewer } from '#features/data-hub/testing/arrange-screens.ts'

const list = '/schema_validations'

describe('schema validation', () => {
  it('says of each which topics it checks, what a failure means, and in which order', async () => {
    const { screen } = await openScreens('/schema-validation')
    const link = await screen.findByRole('link', { name: 'warm' })
    const row = within(link.closest('tr') ?? document.body)
    expect(row.getByText('plant/+/temperature')).toBeDefined()
    expect(row.getByText('Drop the message')).toBeDefined()
    expect(screen.getByText('2 validations')).toBeDefined()
    expect(await screen.findByRole('button', { name: /^Move warm, position 1 of 2/ })).toBeDefined()
  })

  it('says what one is where there is none', async () => {
    const { screen } = await openScreens('/schema-validation', { arrange: undefined })
    expect(await screen.findByText('No validations yet')).toBeDefined()
  })

  it('asks a broker of Community nothing', async () => {
    const { screen, network } = await openScreens('/schema-validation', {
      edition: 'community',
      arrange: undefined,
    })
    expect(await screen.findByText(/belongs to EMQX Enterprise/)).toBeDefined()
    expect(network.asked.filter((line) => line.includes(list))).toEqual([])
  })

  it('changes the order by menu', async () => {
    const app = await openScreens('/schema-validation')
    await choose(app, 'lax', 'Move up')
    await waitFor(async () => expect(await namesOf(app, list)).toEqual(['lax', 'warm']))
  })

  it('disables and deletes one after saying what that means', async () => {
    const app = await openScreens('/schema-validation')
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('switch', { name: 'warm enabled' }))
    const disable = within(await screen.findByRole('dialog', { name: 'Disable warm?' }))
    expect(disable.getByText(/what it kept back gets through/)).toBeDefined()
    await user.click(disable.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect((await broker.ask('GET', `${list}/validation/warm`)).body).toMatchObject({ enable: false }),
    )
    await choose(app, 'lax', 'Delete…')
    const remove = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await user.click(remove.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await namesOf(app, list)).toEqual(['warm']))
  })

  it('tells a refusal in words', async () => {
    const app = await openScreens('/schema-validation')
    await app.screen.findByRole('link', { name: 'lax' })
    await app.broker.ask('DELETE', `${list}/validation/lax`)
    await choose(app, 'lax', 'Move up')
    expect((await app.screen.findAllByText(/Bad request|not found/i)).length).toBeGreaterThan(0)
  })

  it('lets a viewer look and change nothing', async () => {
    const { screen } = await openScreens('/schema-validation', { username: 'eve', arrange: viewer })
    const create = await screen.findByRole('button', { name: 'Create validation' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    const isOn = await screen.findByRole('switch', { name: 'warm enabled' })
    expect(isOn.getAttribute('aria-disabled')).toBe('true')
  })

  it('speaks Chinese', async () => {
    const { screen } = await openScreens('/schema-validation', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: 'Schema 验证' })).toBeDefined()
    expect(await screen.findByText('丢弃消息')).toBeDefined()
  })
})
