import {
  pluginArchive,
  pluginFiles,
} from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const [first, second] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']
const file = (name: string) =>
  new File([pluginArchive(pluginFiles('emqx_relup-5.8.10'))], name, { type: 'application/gzip' })

const open = (options: RenderOptions = {}) => renderApp('/hot-upgrade', { edition: 'enterprise', ...options })

/** Mocks a cluster that runs Erlang code, for the requests that this test uses. */
function upgradable(): { readonly arrange: NonNullable<RenderOptions['arrange']> } {
  const nodes = new Map<string, object>(
    [first, second].map((node) => [
      node,
      {
        node,
        role: 'core',
        status: 'idle',
        live_connections: 3,
        current_vsn: node === first ? '5.8.9' : '5.7.0',
        upgrade_history: [],
      },
    ]),
  )
  let has = true
  return {
    arrange(_broker, network) {
      network.answer(/\/relup\/package$/, (method) => {
        if (method === 'DELETE') has = false
        if (method === 'DELETE') return new Response(null, { status: 204 })
        return has
          ? Response.json({
              name: 'emqx_relup-5.8.10',
              target_vsn: '5.8.10',
              built_on_otp_release: '26',
              applicable_vsns: ['5.8.8', '5.8.9'],
              build_date: '2026-10-01',
              md5_sum: 'd41d',
              change_logs: ['1. <b>Mends</b> a leak', '2. More'],
            })
          : Response.json({ code: 'NOT_FOUND', message: 'none' }, { status: 404 })
      })
      network.answer(/\/relup\/status$/, () => Response.json([...nodes.values()]))
      network.answer(/\/relup\/upgrade$/, () => new Response(null, { status: 204 }))
      network.answer(/\/relup\/upgrade\/emqx%40/, () => {
        const done = { from_vsn: '5.8.9', target_vsn: '5.8.10', started_at: '2026-11-26T06:00:00Z' }
        nodes.set(first, {
          ...nodes.get(first),
          upgrade_history: [
            {
              ...done,
              finished_at: '2026-11-26T06:00:09Z',
              status: 'finished',
              result: { err_type: 'no_write_permission', details: { dir: 'emqx/relup' } },
            },
          ],
        })
        return new Response(null, { status: 204 })
      })
    },
  }
}

async function choose({ screen, user }: RenderedApp, node: string, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${node}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('hot upgrade', () => {
  it('tells what each node runs, and offers nothing to upgrade by while there is no package', async () => {
    const { screen, broker } = await open()
    expect(await screen.findByText('2 nodes run 5.8.9-brokerdeck')).toBeDefined()
    const all = screen.getByRole('button', { name: 'Upgrade all nodes…' })
    expect(all.getAttribute('aria-disabled')).toBe('true')
    expect(await screen.findByLabelText('Upgrade package', { selector: 'input' })).toBeDefined()
    expect((await broker.ask('GET', '/relup/package')).status).toBe(404)
  })

  it('sends only a package with the name that the broker takes, and shows its refusal', async () => {
    const { screen, user, network } = await open()
    const input = await screen.findByLabelText('Upgrade package', { selector: 'input' })
    await user.upload(input, file('device_tags-1.0.0.tar.gz'))
    expect(await screen.findByText('The file must be named emqx_relup-<version>.tar.gz.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(network.asked.filter((line) => line.startsWith('POST'))).toEqual([])
    await user.upload(input, file('emqx_relup-5.8.10.tar.gz'))
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('Upload Failed')).toBeDefined()
    expect((await screen.findAllByText(/runs no Erlang code/)).length).toBeGreaterThan(0)
    await user.upload(input, file('emqx_relup-5.8.11.tar.gz'))
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText(/does not match its file name/)).toBeDefined()
  })

  it('keeps the chosen file when it is asked again whether there is a package', async () => {
    const { screen, user, network } = await open()
    await user.upload(
      await screen.findByLabelText('Upgrade package', { selector: 'input' }),
      file('emqx_relup-5.8.10.tar.gz'),
    )
    expect(await screen.findByText('emqx_relup-5.8.10.tar.gz')).toBeDefined()
    const asked = () => network.asked.filter((line) => line === 'GET /api/v5/relup/package').length
    const before = asked()
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
    await network.settled()
    expect(screen.getByText('emqx_relup-5.8.10.tar.gz')).toBeDefined()
  })

  it('upgrades one node once the question is answered, says which version does not fit, and shows how it ended', async () => {
    const cluster = upgradable()
    const app = await open(cluster)
    const { screen, user, network } = app
    expect(await screen.findByText(/<b>Mends<\/b> a leak/)).toBeDefined()
    await choose(app, second, 'Upgrade…')
    const unfit = within(await screen.findByRole('dialog', { name: `Upgrade ${second} to 5.8.10?` }))
    expect(unfit.getByText(/does not name the version of emqx2@127\.0\.0\.2/)).toBeDefined()
    await user.click(unfit.getByRole('button', { name: 'Cancel' }))
    await choose(app, first, 'Upgrade…')
    const dialog = within(await screen.findByRole('dialog', { name: `Upgrade ${first} to 5.8.10?` }))
    expect(dialog.getByText(/with 3 clients connected/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Upgrade' }))
    await user.hover(await screen.findByText('To 5.8.10: failed.'))
    expect(await screen.findByText(/^no_write_permission/)).toBeDefined()
    expect(network.asked.filter((line) => line.startsWith('POST'))).toEqual([
      'POST /api/v5/relup/upgrade/emqx%40127.0.0.1',
    ])
    await choose(app, first, 'Upgrade records…')
    expect(await screen.findByText('5.8.9 → 5.8.10')).toBeDefined()
  })

  it('asks for the version before all nodes are upgraded, and deletes the package', async () => {
    const { screen, user, network } = await open(upgradable())
    await user.click(await screen.findByRole('button', { name: 'Delete…' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByLabelText('Upgrade package', { selector: 'input' })).toBeDefined()
    expect(network.asked).toContain('DELETE /api/v5/relup/package')
  })

  it('sends nothing to all nodes until the version has been typed', async () => {
    const { screen, user, network } = await open(upgradable())
    await screen.findByText(/<b>Mends<\/b> a leak/)
    await screen.findByText(/^2 nodes run/)
    await user.click(screen.getByRole('button', { name: 'Upgrade all nodes…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade 2 nodes to 5.8.10?' }))
    const go = dialog.getByRole('button', { name: 'Upgrade' })
    expect(go.getAttribute('aria-disabled')).toBe('true')
    await user.type(dialog.getByRole('textbox'), '5.8.10')
    await user.click(go)
    expect(await screen.findByText('The upgrade of all nodes has started')).toBeDefined()
    expect(network.asked).toContain('POST /api/v5/relup/upgrade')
  })

  it('lets a viewer see and change nothing', async () => {
    const { screen } = await open({
      username: 'viewer',
      arrange: async (broker, network) => {
        await broker.context.users.create('viewer', 'Viewer-123', { description: '', role: 'viewer' })
        await upgradable().arrange(broker, network)
      },
    })
    expect((await screen.findByRole('button', { name: 'Delete…' })).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await screen.findByText(/^2 nodes run/)
    expect(screen.getByRole('button', { name: 'Upgrade all nodes…' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  it('speaks Chinese', async () => {
    const { screen } = await open({ locale: 'zh' })
    expect(await screen.findByText('2 个节点，版本 5.8.9-brokerdeck')).toBeDefined()
  })
})
