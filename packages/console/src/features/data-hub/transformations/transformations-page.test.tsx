import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { choose, namesOf, openScreens, submit } from '#features/data-hub/testing/arrange-screens.ts'

const list = '/message_transformations'

describe('message transformation', () => {
  it('says of each which topics it changes and what a failure means', async () => {
    const { screen } = await openScreens('/message-transform')
    const link = await screen.findByRole('link', { name: 'more' })
    const row = within(link.closest('tr') ?? document.body)
    expect(row.getByText('plant/#')).toBeDefined()
    expect(row.getByText('Drop the message and disconnect the client')).toBeDefined()
    expect(screen.getByText('2 transformations')).toBeDefined()
  })

  it('says what one is where there is none', async () => {
    const { screen } = await openScreens('/message-transform', { arrange: undefined })
    expect(await screen.findByText('No transformations yet')).toBeDefined()
  })

  it('changes the order by keys', async () => {
    const app = await openScreens('/message-transform')
    const handle = await app.screen.findByRole('button', { name: /^Move tag, position 1 of 2/ })
    handle.focus()
    await app.user.keyboard('{ArrowDown}')
    await waitFor(async () => expect(await namesOf(app, list)).toEqual(['more', 'tag']))
  })

  it('disables, deletes and copies', async () => {
    const app = await openScreens('/message-transform')
    const { screen, user, broker, path } = app
    await user.click(await screen.findByRole('switch', { name: 'tag enabled' }))
    const disable = within(await screen.findByRole('dialog', { name: 'Disable tag?' }))
    await user.click(disable.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect((await broker.ask('GET', `${list}/transformation/tag`)).body).toMatchObject({ enable: false }),
    )
    await choose(app, 'more', 'Delete…')
    const remove = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await user.click(remove.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await namesOf(app, list)).toEqual(['tag']))
    await choose(app, 'tag', 'Duplicate')
    await waitFor(() => expect(path()).toBe('/message-transform/create?target=tag'))
    expect(await screen.findByDisplayValue('tag_duplication')).toBeDefined()
    await submit(app, 'Create transformation')
    await waitFor(async () => expect(await namesOf(app, list)).toEqual(['tag', 'tag_duplication']))
  })

  it('speaks Chinese', async () => {
    const { screen } = await openScreens('/message-transform', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '消息转换' })).toBeDefined()
    expect(await screen.findByText('丢弃消息并断开客户端')).toBeDefined()
  })
})
