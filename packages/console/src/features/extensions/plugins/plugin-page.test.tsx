import {
  pluginArchive,
  pluginFiles,
  pluginForm,
} from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const tags = 'device_tags-1.0.0'
const one: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/plugins/install', pluginForm(tags))
}

const withReadme =
  (readme: string): NonNullable<RenderOptions['arrange']> =>
  async ({ ask }) => {
    const files = { ...pluginFiles(tags), [`${tags}/README.md`]: readme }
    await ask('POST', '/plugins/install', pluginForm(tags, pluginArchive(files)))
  }

async function readmeOf(markdown: string) {
  const app = await renderApp(`/plugins/detail/${tags}?tab=readme`, { arrange: withReadme(markdown) })
  return within(await app.screen.findByRole('region', { name: 'README' }))
}

describe('a plugin', () => {
  it('shows what it says of itself and how it is on each node', async () => {
    const { screen } = await renderApp(`/plugins/detail/${tags}`, { arrange: one })
    expect(await screen.findByRole('heading', { level: 1, name: 'device_tags' })).toBeDefined()
    const about = within(await screen.findByRole('region', { name: 'About this plugin' }))
    for (const text of ['Ada; Bob', 'Example Co', 'emqx ~> 5.8', 'emqx2@127.0.0.2'])
      expect(about.getByText(text), text).toBeDefined()
    for (const tab of ['Overview', 'README', 'Configuration'])
      expect(screen.getByRole('tab', { name: tab })).toBeDefined()
  })

  it.each([
    ['says that the embedded broker runs none, before it is started', 'embedded', 1],
    ['says nothing of it where another broker runs it', 'cluster', 0],
  ] as const)('%s', async (_, mode, times) => {
    const { screen } = await renderApp(`/plugins/detail/${tags}`, { arrange: one, config: { mode } })
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined()
    expect(await screen.findByRole('region', { name: 'About this plugin' })).toBeDefined()
    expect(screen.queryAllByText(/stores plugins and does not run them/)).toHaveLength(times)
  })

  it('draws the Markdown of its README', async () => {
    const readme = await readmeOf(
      '# Title\n\nA *sample* & [site](https://example.org/a).\n\n- one\n- two\n\n```\nemqx ctl\n```\n\n|a|b|\n|-|-|\n|c|d|\n',
    )
    expect((await readme.findByText('sample')).tagName).toBe('EM')
    expect(readme.getAllByRole('listitem')).toHaveLength(2)
    expect(readme.getByRole('cell', { name: 'd' })).toBeDefined()
    const link = readme.getByRole('link', { name: /^site ?\(opens another site\)$/ })
    expect(link.getAttribute('href')).toBe('https://example.org/a')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  it('keeps HTML, images and addresses of a stranger as text', async () => {
    const readme = await readmeOf(
      [
        '<img src=x onerror=alert(1)> <script>alert(2)</script>',
        '<div onclick="a()">\n<b>bold</b>\n</div>',
        '[a](javascript:alert(3))',
        '[b](data:text/html,x)',
        '[c](JaVaScRiPt:x)',
        '[d](/clients)',
        '![sec\u202eret](https://evil.example/pixel.png)',
        '[e]: javascript:x',
        '<javascript:alert(4)>',
        'pay\u202eroll',
      ].join('\n\n'),
    )
    expect(await readme.findByText(/<img src=x onerror=alert\(1\)>/)).toBeDefined()
    expect(readme.getByText(/^\[Image: sec/).textContent).toBe('[Image: secU+202Eret]')
    expect(readme.getAllByText('U+202E')).toHaveLength(2)
    expect(readme.queryByRole('img')).toBeNull()
    expect(readme.queryByRole('link')).toBeNull()
    expect(document.querySelector('b, script, [onclick], img')).toBeNull()
  })

  it.each([
    ['too long', 'long *text* '.repeat(20_000)],
    ['nested too deep', '>'.repeat(30_000)],
    ['full of marks', '_a*'.repeat(10_000)],
  ])('shows a README that is %s as text', async (_, markdown) => {
    const readme = await readmeOf(markdown)
    await waitFor(() => expect(document.querySelector('pre')?.textContent).toContain(markdown.slice(0, 30)))
    expect(readme.queryByRole('emphasis')).toBeNull()
  })

  it('leads to the list once it is uninstalled', async () => {
    const app = await renderApp(`/plugins/detail/${tags}`, { arrange: one })
    await app.user.click(await app.screen.findByRole('button', { name: 'Uninstall' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: `Uninstall ${tags}?` }))
    await app.user.click(dialog.getByRole('button', { name: 'Uninstall' }))
    expect(await app.screen.findByText('No plugins installed')).toBeDefined()
    expect(await app.broker.ask('GET', '/plugins')).toEqual({ status: 200, body: [] })
  })

  it('says that there is none of this name, in Chinese too', async () => {
    const { screen } = await renderApp('/plugins/detail/none-1', { locale: 'zh' })
    expect(await screen.findByText('没有此插件')).toBeDefined()
  })
})
