import { pluginForm } from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const two: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/plugins/install', pluginForm('device_tags-1.0.0'))
  await ask('POST', '/plugins/install', pluginForm('hello_world-0.1.0'))
  await ask('PUT', '/plugins/hello_world-0.1.0/start')
}

/** What the broker became. */
async function kept({ broker }: RenderedApp) {
  const { body } = await broker.ask('GET', '/plugins')
  return Array.isArray(body)
    ? body.map(({ name, running_status: [first] }) => `${name} ${first.status}`)
    : body
}

async function rowOf({ screen }: RenderedApp, name: string) {
  const row = (await screen.findByText(name)).closest('tr')
  return within(row ?? document.body)
}

async function choose(app: RenderedApp, name: string, action: string) {
  await app.user.click((await rowOf(app, name)).getByRole('button', { name: /Actions/ }))
  await app.user.click(await app.screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }))
}

describe('plugins', () => {
  it('lists what is installed with version, authors and whether it runs', async () => {
    const app = await renderApp('/plugins', { arrange: two })
    const stopped = await rowOf(app, 'device_tags')
    for (const text of ['1.0.0', 'Ada; Bob', 'A sample plugin', 'Stopped'])
      expect(stopped.getByText(text)).toBeDefined()
    expect((await rowOf(app, 'hello_world')).getByText('Running')).toBeDefined()
    expect(app.screen.getByText(/1 of 2 running on all nodes/)).toBeDefined()
    expect(app.screen.getByText(/cannot run Erlang code/)).toBeDefined()
  })

  it('starts, and stops only once it was asked', async () => {
    const app = await renderApp('/plugins', { arrange: two })
    await choose(app, 'device_tags', 'Start')
    expect(await app.screen.findByText('Plugin device_tags-1.0.0 started')).toBeDefined()
    expect(await kept(app)).toEqual(['device_tags running', 'hello_world running'])
    await waitFor(async () => expect((await rowOf(app, 'device_tags')).getByText('Running')).toBeDefined())
    await choose(app, 'device_tags', 'Stop')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Stop plugin device_tags-1.0.0?' }))
    expect(dialog.getByText(/What depends on it stops working/)).toBeDefined()
    expect(await kept(app)).toEqual(['device_tags running', 'hello_world running'])
    await app.user.click(dialog.getByRole('button', { name: 'Stop' }))
    await waitFor(async () => expect(await kept(app)).toEqual(['device_tags stopped', 'hello_world running']))
  })

  it('changes the order in which plugins are started', async () => {
    const app = await renderApp('/plugins', { arrange: two })
    await choose(app, 'hello_world', 'Move to top')
    expect(await app.screen.findByText('Plugin hello_world-0.1.0 moved')).toBeDefined()
    expect(await kept(app)).toEqual(['hello_world running', 'device_tags stopped'])
    await choose(app, 'hello_world', 'Move down')
    await waitFor(async () => expect(await kept(app)).toEqual(['device_tags stopped', 'hello_world running']))
  })

  it('uninstalls after saying what stops working', async () => {
    const app = await renderApp('/plugins', { arrange: two })
    await choose(app, 'hello_world', 'Uninstall')
    const dialog = within(
      await app.screen.findByRole('dialog', { name: 'Uninstall plugin hello_world-0.1.0?' }),
    )
    expect(dialog.getByText(/The plugin is running: it stops on all nodes first/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Uninstall' }))
    expect(await app.screen.findByText('Plugin hello_world-0.1.0 uninstalled')).toBeDefined()
    expect(await kept(app)).toEqual(['device_tags stopped'])
  })

  it('says on how many nodes one runs that runs on some, and narrows the list', async () => {
    const app = await renderApp('/plugins', {
      arrange: async (broker, network) => {
        await two(broker, network)
        const { body } = await broker.ask('GET', '/plugins')
        const list = Array.isArray(body) ? body : []
        const nodes = [
          { node: 'emqx@127.0.0.1', status: 'running' },
          { node: 'emqx2@127.0.0.2', status: 'stopped' },
        ]
        network.answer(/\/plugins$/, () => Response.json([{ ...list[0], running_status: nodes }, list[1]]))
      },
    })
    expect((await rowOf(app, 'device_tags')).getByText('Running on 1 of 2 nodes')).toBeDefined()
    await app.user.selectOptions(app.screen.getByLabelText('Status'), 'running')
    await waitFor(() => expect(app.screen.queryByText('device_tags')).toBeNull())
    expect(app.path()).toBe('/plugins?status=running')
    expect(await app.screen.findByText('hello_world')).toBeDefined()
  })

  it('says what a plugin is where none is installed, and why nothing can be changed by a viewer', async () => {
    const app = await renderApp('/plugins', {
      ...{ edition: 'enterprise', username: 'eyes' },
      arrange: async ({ ask }) => {
        await ask('POST', '/users', {
          username: 'eyes',
          password: 'Passw0rd-1',
          description: '',
          role: 'viewer',
        })
      },
    })
    expect(await app.screen.findByText('No plugins installed')).toBeDefined()
    const install = app.screen.getByRole('button', { name: 'Install plugin…' })
    expect(install.getAttribute('aria-disabled')).toBe('true')
  })

  it('shows what the broker refused, and reads again on request', async () => {
    const app = await renderApp('/plugins', {
      arrange: (_, network) =>
        network.answer(/\/plugins$/, () =>
          Response.json({ code: 'INTERNAL_ERROR', message: 'no disk' }, { status: 500 }),
        ),
    })
    expect(await app.screen.findByRole('alert')).toBeDefined()
    expect(app.screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0)
  })

  it('speaks Chinese', async () => {
    const app = await renderApp('/plugins', { arrange: two, locale: 'zh' })
    expect((await rowOf(app, 'device_tags')).getByText('已停止')).toBeDefined()
    expect(app.screen.getByRole('button', { name: '安装插件…' })).toBeDefined()
  })
})
