import {
  pluginArchive,
  pluginFiles,
  pluginForm,
} from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { fireEvent } from '@testing-library/dom'
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
    expect(await app.screen.findByText(`Installed ${tags}`)).toBeDefined()
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

  it('takes no empty file, and one that is dropped as well as one that is chosen', async () => {
    const app = await renderApp('/plugins/install')
    const input = await app.screen.findByLabelText('Package', { selector: 'input' })
    await app.user.upload(input, new File([], 'empty-1.tar.gz'))
    expect(await app.screen.findByText('The file is empty.')).toBeDefined()
    fireEvent.drop(app.screen.getByText(/A file named/), { dataTransfer: { files: [packageOf(tags)] } })
    expect(await app.screen.findByText(`${tags}.tar.gz`)).toBeDefined()
    expect(app.screen.queryByText('The file is empty.')).toBeNull()
    await app.user.click(app.screen.getByRole('button', { name: 'Install' }))
    expect(await app.screen.findByText(`Installed ${tags}`)).toBeDefined()
    expect(await installed(app)).toEqual([tags])
  })

  const notAllowed = (ref: string) =>
    `Package is not allowed installation; first allow it to be installed by running: \`emqx ctl plugins allow ${ref}\``

  it('gives the command once the broker wants it, and sends the same file again', async () => {
    let asked = 0
    const app = await renderApp('/plugins/install', {
      arrange: ({ ask }, network) =>
        network.answer(/\/plugins\/install$/, async () => {
          asked += 1
          if (asked === 1)
            return Response.json({ code: 'FORBIDDEN', message: notAllowed(tags) }, { status: 403 })
          const { status } = await ask('POST', '/plugins/install', pluginForm(tags))
          return new Response(null, { status })
        }),
    })
    await send(app, packageOf(tags))
    expect(await app.screen.findByText('The broker does not allow this package yet.')).toBeDefined()
    expect(app.screen.getByText('Upload Failed')).toBeDefined()
    expect(app.screen.getByText(`emqx ctl plugins allow ${tags}`)).toBeDefined()
    expect(app.screen.getByRole('button', { name: /^Copy/ })).toBeDefined()
    expect(await app.screen.findByText(/on the node emqx@127\.0\.0\.1/)).toBeDefined()
    expect(await installed(app)).toEqual([])
    await app.user.click(app.screen.getByRole('button', { name: 'Retry' }))
    expect(await app.screen.findByText(`Installed ${tags}`)).toBeDefined()
    expect(await installed(app)).toEqual([tags])
  })

  it('offers no command for a name that a shell would read otherwise', async () => {
    const app = await renderApp('/plugins/install', {
      arrange: refusing('FORBIDDEN', 403, notAllowed('x-1;reboot')),
    })
    await send(app, packageOf(tags, 'x-1;reboot.tar.gz'))
    expect(await app.screen.findByText('The broker does not allow this package yet.')).toBeDefined()
    expect(app.screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
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
