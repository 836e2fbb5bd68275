import { pluginForm } from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const two: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/plugins/install', pluginForm('device_tags-1.0.0'))
  await ask('POST', '/plugins/install', pluginForm('hello_world-0.1.0'))
}

/** Returns the names of the plugins that the broker has now. */
async function kept({ broker }: RenderedApp) {
  const { body } = await broker.ask('GET', '/plugins')
  return Array.isArray(body) ? body.map(({ name }) => name) : body
}

async function rowOf({ screen }: RenderedApp, name: string) {
  const row = (await screen.findByText(name)).closest('tr')
  return within(row ?? document.body)
}

async function choose({ screen, user }: RenderedApp, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

/** Responds like a broker that runs Erlang code: the embedded broker never reports that a plugin runs. */
const runningOn =
  (...nodes: readonly string[]): NonNullable<RenderOptions['arrange']> =>
  async (broker, network) => {
    await two(broker, network)
    const of = (plugin: object) => ({
      ...plugin,
      running_status: ['emqx@127.0.0.1', 'emqx2@127.0.0.2'].map((node) => ({
        node,
        status: nodes.includes(node) ? 'running' : 'stopped',
      })),
    })
    const { body } = await broker.ask('GET', '/plugins')
    const [first, ...others] = Array.isArray(body) ? body : []
    network.answer(/\/plugins$/, () => Response.json([of(first), ...others]))
    // The response to the request that follows a start.
    if (nodes.length === 2) network.answer(/\/plugins\/device_tags-1\.0\.0$/, () => Response.json(of(first)))
  }

describe('plugins', () => {
  it('lists what is installed with version, authors and how it is on each node', async () => {
    const app = await renderApp('/plugins', { arrange: two })
    const stopped = await rowOf(app, 'device_tags')
    for (const text of ['1.0.0', 'Ada; Bob', 'A sample plugin', 'Stopped'])
      expect(stopped.getByText(text)).toBeDefined()
    expect(app.screen.getByText(/0 of 2 running on all nodes/)).toBeDefined()
    expect(app.screen.getByText(/cannot run Erlang code/)).toBeDefined()
    await app.user.click(stopped.getByRole('button', { name: 'Nodes of device_tags-1.0.0: 0 of 2 nodes' }))
    const nodes = within(await app.screen.findByRole('dialog', { name: 'Nodes of device_tags-1.0.0' }))
    expect(nodes.getAllByText('Stopped')).toHaveLength(2)
  })

  it('starts, and says that it does not run where it did not come up', async () => {
    const app = await renderApp('/plugins', { arrange: two })
    await choose(app, 'device_tags-1.0.0', 'Start…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Start device_tags-1.0.0?' }))
    expect(dialog.getByText(/does not run them.*inside the broker and with all its rights/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Start plugin' }))
    expect(await app.screen.findByText(/does not run on emqx@127\.0\.0\.1, emqx2@127\.0\.0\.2/)).toBeDefined()
    expect(app.network.asked.filter((line) => line.endsWith('/device_tags-1.0.0/start'))).toHaveLength(1)
    expect(app.screen.queryByText('Started device_tags-1.0.0')).toBeNull()
  })

  it('starts one that comes up', async () => {
    const app = await renderApp('/plugins', { arrange: runningOn('emqx@127.0.0.1', 'emqx2@127.0.0.2') })
    expect((await rowOf(app, 'device_tags')).getByText('Running')).toBeDefined()
    await choose(app, 'device_tags-1.0.0', 'Restart…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Restart device_tags-1.0.0?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Restart plugin' }))
    expect(await app.screen.findByText('Restarted device_tags-1.0.0')).toBeDefined()
    const sent = app.network.asked.filter((line) => line.startsWith('PUT'))
    expect(sent.map((line) => line.split('/').at(-1))).toEqual(['stop', 'start'])
  })

  it('changes the order in which plugins are started by menu and by the arrow keys', async () => {
    const app = await renderApp('/plugins', { arrange: two })
    await choose(app, 'hello_world-0.1.0', 'Move to the top')
    await waitFor(async () => expect(await kept(app)).toEqual(['hello_world', 'device_tags']))
    const handle = await app.screen.findByRole('button', {
      name: /^Move hello_world-0\.1\.0, position 1 of 2/,
    })
    handle.focus()
    await app.user.keyboard('{ArrowDown}')
    await waitFor(async () => expect(await kept(app)).toEqual(['device_tags', 'hello_world']))
  })

  it('uninstalls many after saying what stops working', async () => {
    const app = await renderApp('/plugins', { arrange: runningOn('emqx@127.0.0.1') })
    for (const name of ['device_tags-1.0.0', 'hello_world-0.1.0'])
      await app.user.click(await app.screen.findByRole('checkbox', { name: new RegExp(name) }))
    await app.user.click(app.screen.getByRole('button', { name: 'Uninstall…' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Uninstall 2 plugins?' }))
    expect(dialog.getByText(/Running plugins stop on all nodes first/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Uninstall' }))
    await waitFor(async () => expect(await kept(app)).toEqual([]))
  })

  it.each([
    ['with all nodes running', false],
    ['with a stopped node, which keeps it', true],
  ])('is uninstalled %s after saying what becomes of it', async (_, isStopped) => {
    const app = await renderApp('/plugins', {
      arrange: async (broker, network) => {
        await two(broker, network)
        if (isStopped) await broker.context.cluster.nodes[1]?.stop()
      },
    })
    const nodes = isStopped ? '0 of 1 node' : '0 of 2 nodes'
    await app.screen.findByRole('button', { name: `Nodes of device_tags-1.0.0: ${nodes}` })
    await choose(app, 'device_tags-1.0.0', 'Uninstall…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Uninstall device_tags-1.0.0?' }))
    expect(
      dialog.getByText(
        /^The package is removed from the nodes that run; a stopped node keeps it, and the plugin is back when/,
      ),
    ).toBeDefined()
    expect(dialog.queryByText(/all nodes|undone/)).toBeNull()
    await app.user.click(dialog.getByRole('button', { name: 'Uninstall' }))
    expect(await app.screen.findByText('Uninstalled device_tags-1.0.0')).toBeDefined()
    expect(await kept(app)).toEqual(['hello_world'])
  })

  it('does not say that one is uninstalled that a node refuses to uninstall', async () => {
    const message = '/opt/emqx/plugins/hello_world-0.1.0/release.json does not exist'
    const app = await renderApp('/plugins', {
      arrange: async (broker, network) => {
        await two(broker, network)
        const refusal = () => Response.json({ code: 'NOT_FOUND', message }, { status: 404 })
        network.answer(/\/plugins\/hello_world-0\.1\.0$/, refusal)
      },
    })
    await choose(app, 'hello_world-0.1.0', 'Uninstall…')
    const dialog = within(await app.screen.findByRole('dialog', { name: /^Uninstall/ }))
    await app.user.click(dialog.getByRole('button', { name: 'Uninstall' }))
    expect(await app.screen.findByText(new RegExp(message))).toBeDefined()
    expect(app.screen.queryByText(/was uninstalled|is uninstalled/)).toBeNull()
    expect(await kept(app)).toEqual(['device_tags', 'hello_world'])
  })

  it('says on how many nodes one runs that runs on some, and narrows the list', async () => {
    const app = await renderApp('/plugins', { arrange: runningOn('emqx@127.0.0.1') })
    expect((await rowOf(app, 'device_tags')).getByText('Running on 1 of 2 nodes')).toBeDefined()
    await app.user.selectOptions(app.screen.getByLabelText('Status'), 'running')
    expect(await app.screen.findByText('No matching plugins')).toBeDefined()
    expect(app.path()).toBe('/plugins?status=running')
  })

  it('says what a plugin is where none is installed, and why nothing can be changed by a viewer', async () => {
    const app = await renderApp('/plugins', {
      edition: 'enterprise',
      username: 'eyes',
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
