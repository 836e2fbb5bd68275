import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const clients: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await connectClient(context.cluster, { clientId: 'plc-1', username: 'press' })
  await connectClient(context.cluster, { clientId: 'meter-1' })
}

async function openViews({ screen, user }: RenderedApp, button = 'Views') {
  await user.click(await screen.findByRole('button', { name: button }))
  const views = within(await screen.findByRole('dialog', { name: 'Views' }))
  return { views, name: await views.findByRole('textbox', { name: 'Name' }) }
}

/** Saves the list of presses with an additional column as a view. */
async function savePresses(app: RenderedApp) {
  const { screen, user } = app
  await screen.findByRole('link', { name: 'plc-1' })
  await user.click(screen.getByRole('button', { name: /Columns/ }))
  await user.click(await screen.findByRole('checkbox', { name: 'Protocol' }))
  await user.keyboard('{Escape}')
  const { views, name } = await openViews(app)
  await user.type(name, 'Presses')
  await user.click(views.getByRole('button', { name: 'Save the view' }))
  await screen.findByRole('button', { name: 'Presses' })
}

const heads = ({ screen }: RenderedApp) =>
  screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

describe('named views of a list', () => {
  it('bring back filters and columns, and leave what somebody chose for himself', async () => {
    const app = await renderApp('/clients?username=press&page=2', { arrange: clients })
    const { screen, user, path } = app
    await savePresses(app)
    expect(path()).toContain('username=press')
    expect(path()).not.toContain('page=')
    const seen = heads(app)
    expect(seen).toContain('Protocol')

    const first = await openViews(app, 'Presses')
    await user.click(first.views.getByRole('button', { name: 'Show the list without a view' }))
    await screen.findByRole('link', { name: 'meter-1' })
    expect(path()).toBe('/clients')
    await user.click(screen.getByRole('button', { name: /Columns/ }))
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    await user.keyboard('{Escape}')
    expect(heads(app)).not.toContain('Protocol')

    const second = await openViews(app)
    await user.click(second.views.getByRole('button', { name: 'Presses' }))
    await screen.findByRole('button', { name: 'Presses' })
    expect(await screen.findByRole('link', { name: 'plc-1' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'meter-1' })).toBeNull())
    expect(heads(app)).toEqual(seen)
    expect(localStorage.getItem('clientTableColumns')).toBeNull()
  })

  it('are taken from an address of another cluster, under the name that it has there, and deleted', async () => {
    const app = await renderApp('/clients', { arrange: clients })
    const { screen, user, path } = app
    const { views } = await openViews(app)
    const address = views.getByRole('textbox', { name: 'Address' })
    await user.click(address)
    await user.paste('https://console.example/c/staging/rules?enable=true')
    await user.click(views.getByRole('button', { name: 'Save the view' }))
    expect(views.getByText('This is not an address of this list')).toBeDefined()
    expect(views.getByText('Please enter a name')).toBeDefined()
    await user.clear(address)
    await user.click(address)
    await user.paste(
      'https://console.example/c/staging/clients?username=press&columns=clientid&named=From+staging',
    )
    await user.click(views.getByRole('button', { name: 'Save the view' }))
    await screen.findByRole('button', { name: 'From staging' })
    expect(path()).toBe('/clients?columns=clientid&username=press&named=From+staging')
    expect(await screen.findByRole('link', { name: 'plc-1' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'meter-1' })).toBeNull())
    expect(screen.queryByRole('columnheader', { name: /Username/ })).toBeNull()

    const again = await openViews(app, 'From staging')
    await user.click(again.views.getByRole('button', { name: 'Delete the view From staging' }))
    expect(again.views.getByText(/No views yet/)).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Views' })).toBeNull()
    expect(localStorage.getItem('tableViews')).toBe('{"clientTableColumns":[]}')
  })

  it('show a passed-on address with its columns, and whatever the browser has kept does no harm', async () => {
    localStorage.setItem('tableViews', '{"clientTableColumns":[{"name":7}]}')
    const app = await renderApp('/clients?columns=username,gone&named=%3Cb%3Ex', { arrange: clients })
    await app.screen.findByRole('link', { name: 'plc-1' })
    expect(heads(app).filter((head) => head !== '')).toEqual(['Client ID', 'Username'])
    const { views, name } = await openViews(app, '<b>x')
    expect(name).toHaveProperty('value', '<b>x')
    expect(views.getByText(/No views yet/)).toBeDefined()
  })
})
