import {
  pluginArchive,
  pluginFiles,
  pluginForm,
} from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const tags = 'device_tags-1.0.0'
const one: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/plugins/install', pluginForm(tags))
}

describe('a plugin', () => {
  it('shows what it says of itself, on which nodes it runs, and its configuration', async () => {
    const { screen } = await renderApp(`/plugins/detail/${tags}`, { arrange: one })
    expect(await screen.findByRole('heading', { level: 1, name: 'device_tags' })).toBeDefined()
    expect(await screen.findByText(/A sample plugin with \*Markdown\*/)).toBeDefined()
    const about = within(screen.getByRole('region', { name: 'About this plugin' }))
    for (const text of ['Ada; Bob', 'Example Co', 'emqx ~> 5.8', 'emqx2@127.0.0.2'])
      expect(about.getByText(text), text).toBeDefined()
    expect((await screen.findAllByText('Configuration')).length).toBeGreaterThan(0)
  })

  it('keeps the README of a stranger as text', async () => {
    const files = {
      ...pluginFiles(tags),
      [`${tags}/README.md`]: '<img src=x onerror=alert(1)> [a](javascript:b)',
    }
    const { screen } = await renderApp(`/plugins/detail/${tags}`, {
      arrange: async ({ ask }) => {
        await ask('POST', '/plugins/install', pluginForm(tags, pluginArchive(files)))
      },
    })
    const readme = within(await screen.findByRole('region', { name: 'README' }))
    expect(readme.getByText(/<img src=x onerror=alert\(1\)> \[a\]\(javascript:b\)/)).toBeDefined()
    expect(readme.queryByRole('img')).toBeNull()
    expect(readme.queryByRole('link')).toBeNull()
  })

  it('starts it, and leads to the list once it is uninstalled', async () => {
    const app = await renderApp(`/plugins/detail/${tags}`, { arrange: one })
    await app.user.click(await app.screen.findByRole('button', { name: 'Start plugin' }))
    expect(await app.screen.findByText(`Plugin ${tags} started`)).toBeDefined()
    await app.user.click(app.screen.getByRole('button', { name: 'Uninstall' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: `Uninstall plugin ${tags}?` }))
    await app.user.click(dialog.getByRole('button', { name: 'Uninstall' }))
    expect(await app.screen.findByText('No plugins installed')).toBeDefined()
    expect(await app.broker.ask('GET', '/plugins')).toEqual({ status: 200, body: [] })
  })

  it('says that there is none of this name, in Chinese too', async () => {
    const { screen } = await renderApp('/plugins/detail/none-1', { locale: 'zh' })
    expect(await screen.findByText('没有此插件')).toBeDefined()
  })
})
