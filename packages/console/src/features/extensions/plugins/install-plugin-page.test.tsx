import {
  pluginArchive,
  pluginFiles,
  pluginForm,
} from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const tags = 'device_tags-1.0.0'
const packageOf = (ref: string, name = `${ref}.tar.gz`) =>
  new File([pluginArchive(pluginFiles(ref))], name, { type: 'application/gzip' })

async function send(app: RenderedApp, file: File) {
  await app.user.upload(await app.screen.findByLabelText('Package', { selector: 'input' }), file)
  await app.user.click(app.screen.getByRole('button', { name: 'Install' }))
}

async function installed({ broker }: RenderedApp) {
  const { body } = await broker.ask('GET', '/plugins')
  return Array.isArray(body) ? body.map(({ name, rel_vsn }) => `${name}-${rel_vsn}`) : body
}

const refusing =
  (code: string, status: number, message: string): NonNullable<RenderOptions['arrange']> =>
  (_, network) =>
    network.answer(/\/plugins\/install$/, () => Response.json({ code, message }, { status }))

describe('installing a plugin', () => {
  it('sends the package and leads to the list', async () => {
    const app = await renderApp('/plugins/install')
    await send(app, packageOf(tags))
    expect(await app.screen.findByText(`Plugin ${tags} installed`)).toBeDefined()
    expect(await installed(app)).toEqual([tags])
    expect(app.path()).toBe('/plugins')
  })

  it('says before it sends anything what the broker surely refuses', async () => {
    const app = await renderApp('/plugins/install')
    await app.user.click(await app.screen.findByRole('button', { name: 'Install' }))
    expect(await app.screen.findByText('Please upload the file first')).toBeDefined()
    await send(app, packageOf(tags, 'nameless.tar.gz'))
    expect(await app.screen.findByText(/The file name has no version/)).toBeDefined()
    expect(app.network.asked.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('gives the command that allows it, and says in words that the broker waits for it', async () => {
    const said = `Package is not allowed installation; first allow it to be installed by running: \`emqx ctl plugins allow ${tags}\``
    const app = await renderApp('/plugins/install', { arrange: refusing('FORBIDDEN', 403, said) })
    await send(app, packageOf(tags))
    expect(await app.screen.findByText(/does not allow this package yet/)).toBeDefined()
    expect(app.screen.getByText('Upload Failed')).toBeDefined()
    expect(app.screen.getByText(`emqx ctl plugins allow ${tags}`)).toBeDefined()
    expect(await app.screen.findByText(/on the node emqx@127\.0\.0\.1/)).toBeDefined()
    expect(await installed(app)).toEqual([])
  })

  it('offers no command for a name that a shell would read otherwise', async () => {
    const app = await renderApp('/plugins/install')
    const name = 'x-1;reboot.tar.gz'
    await app.user.upload(
      await app.screen.findByLabelText('Package', { selector: 'input' }),
      packageOf(tags, name),
    )
    expect(await app.screen.findByText(name)).toBeDefined()
    expect(app.screen.queryByText(/emqx ctl/)).toBeNull()
  })

  it('says what to do where the broker refuses the package', async () => {
    const app = await renderApp('/plugins/install', {
      arrange: async ({ ask }) => {
        await ask('POST', '/plugins/install', pluginForm(tags))
      },
    })
    await send(app, packageOf(tags))
    expect(await app.screen.findByText(/another version of it is already installed/)).toBeDefined()
    await send(app, packageOf(tags, 'other-2.tar.gz'))
    expect(await app.screen.findByText(/does not match its file name/)).toBeDefined()
    expect(await installed(app)).toEqual([tags])
  })

  it('speaks Chinese', async () => {
    const app = await renderApp('/plugins/install', { locale: 'zh' })
    expect(await app.screen.findByRole('button', { name: '安装' })).toBeDefined()
  })
})
