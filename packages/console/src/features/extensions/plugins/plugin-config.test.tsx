import {
  pluginArchive,
  pluginFiles,
  pluginForm,
} from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const tags = 'device_tags-1.0.0'
const path = `/plugins/detail/${tags}?tab=config`

const withSchema =
  (schema: object, config: object): NonNullable<RenderOptions['arrange']> =>
  async ({ ask }) => {
    const files = {
      ...pluginFiles(tags),
      [`${tags}/${tags}/priv/config_schema.avsc`]: JSON.stringify(schema),
      [`${tags}/${tags}/priv/config.hocon`]: JSON.stringify(config),
    }
    await ask('POST', '/plugins/install', pluginForm(tags, pluginArchive(files)))
  }
const recorded: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/plugins/install', pluginForm(tags))
}

const configOf = async ({ broker }: RenderedApp) => (await broker.ask('GET', `/plugins/${tags}/config`)).body

/** Presses the button in the review, because the same button occurs again at the foot of the page on a phone. */
async function apply({ screen, user }: RenderedApp, count: RegExp) {
  const review = within(screen.getByRole('region', { name: 'Review changes' }))
  await user.click(review.getByRole('button', { name: count }))
}

async function write(app: RenderedApp, label: string, text: string) {
  const box = await app.screen.findByRole('textbox', { name: label })
  await app.user.clear(box)
  await app.user.type(box, text.replaceAll(/[{[]/g, '$&$&'))
}

describe('the configuration of a plugin', () => {
  it('is its own form, and is written with the tags of its unions', async () => {
    const app = await renderApp(path, { arrange: recorded })
    const { screen, user } = app
    await write(app, 'Host name', 'db.example.org')
    await write(app, 'Note', 'hello')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'Fast')
    await user.click(screen.getByRole('switch', { name: 'Enable' }))
    expect(screen.getByText('Host to connect to. Default: localhost.')).toBeDefined()
    expect(screen.getByText(/does not report whether the plugin accepts it/)).toBeDefined()
    await apply(app, /^Apply 4 changes/)
    expect(await screen.findByText('Configuration saved')).toBeDefined()
    expect(await configOf(app)).toEqual({
      hostname: 'db.example.org',
      port: 3306,
      password: '',
      mode: 'fast',
      note: { string: 'hello' },
      tags: ['a', 'b'],
      enable: false,
    })
    await write(app, 'Note', ' ')
    await user.clear(screen.getByRole('textbox', { name: 'Note' }))
    await apply(app, /^Apply 1 change/)
    await waitFor(async () => expect(await configOf(app)).toMatchObject({ note: null }))
  })

  it('is checked by the rules of its schema, in the words of the package', async () => {
    const app = await renderApp(path, { arrange: recorded })
    await write(app, 'Host name', 'Not A Host')
    await write(app, 'Port', '70000')
    await apply(app, /^Apply 2 changes/)
    expect((await app.screen.findAllByText(/Wrong format/)).length).toBeGreaterThan(0)
    expect(await configOf(app)).toMatchObject({ hostname: 'localhost', port: 3306 })
    expect(app.network.asked.filter((line) => line.startsWith('PUT'))).toEqual([])
  })

  it('takes nothing but an object where no form can be drawn', async () => {
    const app = await renderApp(path, { arrange: withSchema({ type: 'string' }, { a: 1 }) })
    const before = await configOf(app)
    const box = await app.screen.findByRole('textbox', { name: /^Configuration/ })
    await app.user.clear(box)
    await app.user.paste('[1]')
    await apply(app, /^Apply 2 changes/)
    expect((await app.screen.findAllByText(/must be a JSON object/)).length).toBeGreaterThan(0)
    expect(await configOf(app)).toEqual(before)
    expect(app.network.asked.filter((line) => line.startsWith('PUT'))).toEqual([])
  })

  it('edits as JSON what has no control, and draws records, lists and maps', async () => {
    const server = {
      type: 'record',
      name: 'Server',
      fields: [
        { name: 'host', type: 'string' },
        { name: 'port', type: 'int' },
      ],
    }
    const schema = {
      type: 'record',
      name: 'Config',
      fields: [
        { name: 'mixed', type: ['int', 'double'] },
        { name: 'servers', type: { type: 'array', items: server } },
        { name: 'labels', type: { type: 'map', values: 'string' }, $ui: { component: 'key-value-editor' } },
        {
          name: 'limits',
          type: { type: 'record', name: 'Limits', fields: [{ name: 'rate', type: 'double' }] },
        },
      ],
    }
    const config = {
      mixed: { int: 1 },
      servers: [{ host: 'a', port: 1 }],
      labels: { a: 'b' },
      limits: { rate: 1.5 },
    }
    const app = await renderApp(path, { arrange: withSchema(schema, config) })
    expect(await app.screen.findByText(/carries its type/)).toBeDefined()
    expect(within(app.screen.getByRole('group', { name: /servers/ })).getByDisplayValue('a')).toBeDefined()
    expect(app.screen.getByDisplayValue('b')).toBeDefined()
    await write(app, 'rate', '2.5')
    await apply(app, /^Apply 1 change/)
    await waitFor(async () => expect(await configOf(app)).toEqual({ ...config, limits: { rate: 2.5 } }))
  })

  it.each([
    '(a+)+$',
    '((a)*)*$',
    '(a|aa)+$',
    '(a',
    'a*a*a*a*a*a*a*$',
    '(a{0,99}){0,99}$',
    '^((a+)b?)+$',
    '^(a?){24}b$',
  ])('is not held up by the pattern %s', async (pattern) => {
    const field = { name: 'word', type: 'string', $ui: { rules: [{ type: 'pattern', pattern }] } }
    const schema = { type: 'record', name: 'Config', fields: [field] }
    const app = await renderApp(path, { arrange: withSchema(schema, { word: 'x' }) })
    const box = await app.screen.findByRole('textbox', { name: 'word' })
    await app.user.clear(box)
    await app.user.click(box)
    await app.user.paste(`${'a'.repeat(90)}!`)
    await app.user.tab()
    expect(box).toHaveProperty('value', `${'a'.repeat(90)}!`)
  })

  it.each([
    ['is none', { type: 'string' }],
    [
      'has names that a path could not say',
      { type: 'record', name: 'A', fields: [{ name: 'a.b', type: 'int' }] },
    ],
    [
      'has no end',
      {
        type: 'record',
        name: 'A',
        fields: Array.from({ length: 400 }, (_, at) => ({ name: `f${at}`, type: 'int' })),
      },
    ],
  ])('is JSON as a whole where its schema %s', async (_, schema) => {
    const app = await renderApp(path, { arrange: withSchema(schema, { a: 1 }) })
    expect(await app.screen.findByText(/Avro JSON with every field/)).toBeDefined()
  })

  it('speaks Chinese, where the package does', async () => {
    const { screen } = await renderApp(path, { arrange: recorded, locale: 'zh' })
    expect(await screen.findByRole('textbox', { name: '主机名' })).toBeDefined()
  })
})
