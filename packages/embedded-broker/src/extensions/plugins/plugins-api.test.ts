import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { readPluginPackage, refOfFile } from './plugin-package.ts'
import { pluginArchive, pluginFiles, pluginForm } from './testing/plugin-form.ts'

const tags = 'device_tags-1.0.0'
const hello = 'hello_world-0.1.0'

async function open(...refs: readonly string[]): Promise<TestBroker> {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  for (const ref of refs) expect(await install(broker, pluginForm(ref))).toMatchObject({ status: 204 })
  return broker
}

const install = ({ ask }: TestBroker, form: FormData) => ask('POST', '/plugins/install', form)
const refused = (code: string, message: unknown, status = 400) => ({ status, body: { code, message } })

async function namesOf({ ask }: TestBroker) {
  const { body } = await ask('GET', '/plugins')
  return Array.isArray(body) ? body.map(({ name }) => name) : body
}

describe('installing', () => {
  it('answers what the package says of itself, its sum, and that it runs nowhere', async () => {
    const broker = await open(tags)
    const plugin = {
      name: 'device_tags',
      rel_vsn: '1.0.0',
      rel_apps: [tags],
      description: 'A sample plugin',
      authors: ['Ada', 'Bob'],
      date: '2025-03-01',
      with_config_schema: true,
      md5sum: createHash('md5')
        .update(pluginArchive(pluginFiles(tags)))
        .digest('hex'),
      running_status: [
        { node: 'emqx@127.0.0.1', status: 'stopped' },
        { node: 'emqx2@127.0.0.2', status: 'stopped' },
      ],
    }
    const { body } = await broker.ask('GET', '/plugins')
    expect(body).toMatchObject([plugin])
    expect(JSON.stringify(body)).not.toContain('readme')
    expect(await broker.ask('GET', `/plugins/${tags}`)).toMatchObject({
      status: 200,
      body: { ...plugin, readme: expect.stringContaining('# device_tags') },
    })
  })

  it('refuses in the words of EMQX what is no package, or is there already', async () => {
    const broker = await open(tags)
    const archive = pluginArchive(pluginFiles(tags))
    const noArchive = new TextEncoder().encode('this is no archive')
    expect(await install(broker, new FormData())).toMatchObject({
      status: 400,
      body: { code: 'BAD_FORM_DATA' },
    })
    expect(await install(broker, pluginForm('', archive, 'whatever.tar.gz'))).toEqual(
      refused('BAD_PLUGIN_INFO', 'bad_name_vsn:whatever.tar.gz'),
    )
    expect(await install(broker, pluginForm('broken-1.0.0', noArchive))).toEqual(
      refused('BAD_PLUGIN_INFO', 'bad_plugin_package: broken-1.0.0.tar.gz'),
    )
    expect(await install(broker, pluginForm('other_name-1.0.0', archive))).toEqual(
      refused('BAD_PLUGIN_INFO', 'bad_info_file: other_name-1.0.0.tar.gz'),
    )
    expect(await install(broker, pluginForm(tags))).toEqual(
      refused('ALREADY_INSTALLED', '<<"device_tags-1.0.0.tar.gz">> is already installed'),
    )
    expect(await install(broker, pluginForm('device_tags-1.1.0'))).toEqual(
      refused('ALREADY_INSTALLED', '["plugins/device_tags-1.0.0.tar.gz"] already installed'),
    )
    expect(await namesOf(broker)).toEqual(['device_tags'])
  })

  it('takes one of two that are sent at once, and both of two plugins', async () => {
    const broker = await open()
    const sent = [tags, tags, hello].map((ref) => install(broker, pluginForm(ref)))
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([204, 400, 204])
    expect(await namesOf(broker)).toEqual(['device_tags', 'hello_world'])
  })

  it('ends with a refusal where the package is meant to harm', async () => {
    const broker = await open()
    const bomb = gzipSync(Buffer.alloc(160 * 1024 * 1024))
    const answer = await install(broker, pluginForm('bomb-1', new Uint8Array(bomb)))
    expect(answer).toEqual(refused('BAD_PLUGIN_INFO', 'bad_plugin_package: bomb-1.tar.gz'))
    const deep = pluginArchive({ 'deep-1/release.json': `${'[{"a":'.repeat(100_000)}1` })
    expect(await install(broker, pluginForm('deep-1', deep))).toMatchObject({ status: 400 })
    const wide = pluginArchive({ 'wide-1/release.json': `{"name":"wide","x":"${'x'.repeat(2 ** 21)}"}` })
    expect(await install(broker, pluginForm('wide-1', wide))).toMatchObject({ status: 400 })
    const whole = pluginFiles(tags)
    for (const path of ['../outside', '/etc/passwd', `${tags}/../../outside`, `./${tags}/release.json`]) {
      const harmful = pluginArchive({ ...whole, [path]: 'x' })
      expect(await install(broker, pluginForm(tags, harmful)), path).toEqual(
        refused('BAD_PLUGIN_INFO', `bad_plugin_package: ${tags}.tar.gz`),
      )
    }
    const neighbour = pluginArchive({ ...whole, 'other-1/release.json': '{}' })
    expect(await install(broker, pluginForm(tags, neighbour))).toEqual(
      refused('BAD_PLUGIN_INFO', `bad_info_file: ${tags}.tar.gz`),
    )
    for (const name of ['../../etc-1', 'a/b-1', '.-1', 'a\u0000-1', `${'a'.repeat(300)}-1`]) {
      expect(refOfFile(`${name}.tar.gz`), name).toBeUndefined()
    }
    expect(await namesOf(broker)).toEqual([])
  })

  it('reads or refuses a package whatever is cut off or changed in it', async () => {
    const packed = pluginArchive(pluginFiles(tags))
    const unpacked = new Uint8Array(gunzipSync(packed))
    const isDecided = async (bytes: Uint8Array<ArrayBuffer>) => {
      const read = await readPluginPackage(tags, bytes)
      expect(typeof read === 'string' || read.release.name === 'device_tags').toBe(true)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.nat(packed.length),
        fc.nat(packed.length - 1),
        fc.nat(255),
        async (end, at, byte) => {
          await isDecided(packed.slice(0, end))
          await isDecided(packed.with(at, byte))
        },
      ),
      { numRuns: 40 },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(unpacked.length - 1), fc.nat(255), async (at, byte) =>
        isDecided(new Uint8Array(gzipSync(unpacked.with(at, byte)))),
      ),
      { numRuns: 60 },
    )
  })

  it('takes no word of a package for more than text', async () => {
    const broker = await open()
    const files = pluginFiles('odd-1')
    const release = {
      name: 'odd',
      rel_vsn: '1',
      rel_apps: ['odd-1'],
      authors: 'nobody',
      builder: 7,
      running_status: 'always',
      md5sum: 1,
      readme: 2,
      with_config_schema: 'yes',
    }
    const odd = pluginArchive({
      'odd-1/release.json': JSON.stringify(release),
      'odd-1/README.md': '<script>alert(1)</script>',
      'odd-1/elsewhere-1/priv/config_schema.avsc': files['odd-1/odd-1/priv/config_schema.avsc'] ?? '',
      'odd-1/odd-1/priv/deeper/config_schema.avsc': '{}',
    })
    expect(await install(broker, pluginForm('odd-1', odd))).toMatchObject({ status: 204 })
    const { status, body } = await broker.ask('GET', '/plugins/odd-1')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'odd',
      readme: '<script>alert(1)</script>',
      with_config_schema: false,
    })
    expect(body).toMatchObject({ running_status: [{ status: 'stopped' }, { status: 'stopped' }] })
    expect(Object.keys(Object(body))).not.toContain('authors')
  })
})

describe('what is installed', () => {
  it('is started, stopped and removed on every node, and unknown names are taken as EMQX takes them', async () => {
    const broker = await open(tags)
    const statusesOf = async () => {
      const { body } = await broker.ask('GET', `/plugins/${tags}`)
      return 'running_status' in Object(body) ? Object(body).running_status : body
    }
    expect(await broker.ask('PUT', `/plugins/${tags}/start`)).toMatchObject({ status: 204 })
    // The embedded broker runs no Erlang code, and therefore reports the plugin as stopped.
    expect(await statusesOf()).toMatchObject([{ status: 'stopped' }, { status: 'stopped' }])
    await broker.context.cluster.nodes[1]?.stop()
    expect(await statusesOf()).toEqual([{ node: 'emqx@127.0.0.1', status: 'stopped' }])
    expect(await broker.ask('PUT', '/plugins/none-1.0.0/start')).toMatchObject({ status: 204 })
    expect(await broker.ask('PUT', `/plugins/${tags}/dance`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"path":"action"') },
    })
    // A plugin can be deleted even while it runs.
    expect(await broker.ask('DELETE', `/plugins/${tags}`)).toMatchObject({ status: 204 })
    expect(await broker.ask('DELETE', `/plugins/${tags}`)).toEqual(
      refused('NOT_FOUND', `/opt/emqx/plugins/${tags}/release.json does not exist`, 404),
    )
    expect(await broker.ask('GET', `/plugins/${tags}`)).toEqual(refused('NOT_FOUND', tags, 404))
    expect(await namesOf(broker)).toEqual([])
  })

  it('is listed in the order that it is moved into', async () => {
    const broker = await open(tags, hello, 'third-1')
    const orderAfter = async (ref: string, position: string) => {
      expect((await broker.ask('POST', `/plugins/${ref}/move`, { position })).status).toBe(204)
      return namesOf(broker)
    }
    expect(await orderAfter(hello, 'front')).toEqual(['hello_world', 'device_tags', 'third'])
    expect(await orderAfter(hello, 'rear')).toEqual(['device_tags', 'third', 'hello_world'])
    expect(await orderAfter('third-1', `before:${tags}`)).toEqual(['third', 'device_tags', 'hello_world'])
    expect(await orderAfter('third-1', `after:${tags}`)).toEqual(['device_tags', 'third', 'hello_world'])
    const move = (ref: string, position: string) => broker.ask('POST', `/plugins/${ref}/move`, { position })
    expect(await move(tags, 'middle')).toMatchObject({ status: 400, body: { code: 'BAD_POSITION' } })
    expect(await move(tags, 'before:none-1.0.0')).toMatchObject({ body: { code: 'MOVE_FAILED' } })
    expect(await move('none-1.0.0', 'front')).toMatchObject({
      body: { code: 'MOVE_FAILED', message: expect.stringContaining('release.json') },
    })
    await broker.ask('DELETE', `/plugins/${tags}`)
    await install(broker, pluginForm(tags))
    expect(await namesOf(broker)).toEqual(['third', 'hello_world', 'device_tags'])
  })

  it('has the configuration of its package until another one is written that fits its schema', async () => {
    const { ask } = await open(tags, hello)
    const config = {
      hostname: 'h',
      port: 0,
      password: 'p',
      mode: 'fast',
      note: null,
      tags: [],
      enable: true,
    }
    expect(await ask('GET', `/plugins/${tags}/config`)).toMatchObject({
      status: 200,
      body: { hostname: 'localhost', port: 3306, note: null, tags: ['a', 'b'], enable: true },
    })
    const put = (body: unknown, ref = tags) => ask('PUT', `/plugins/${ref}/config`, body)
    const wrong = refused('BAD_CONFIG', '#{reason => function_clause,which_op => "decode_avro_json"}')
    expect(await put({ ...config, note: 'plain' })).toEqual(wrong)
    expect(await put({ ...config, port: 'many' })).toEqual(wrong)
    expect(await put({ hostname: 'h' })).toEqual(wrong)
    expect(await put({ ...config, note: { string: 'hello' } })).toMatchObject({ status: 204 })
    expect(await ask('GET', `/plugins/${tags}/config`)).toMatchObject({ body: { note: { string: 'hello' } } })
    expect(await ask('GET', `/plugins/${hello}/config`)).toEqual(
      refused('BAD_CONFIG', 'Plugin Config Not Found'),
    )
    expect(await put({ a: 1 }, hello)).toMatchObject({ status: 204 })
    const missing = refused('NOT_FOUND', 'Plugin Not Found', 404)
    expect(await ask('GET', '/plugins/none-1.0.0/config')).toEqual(missing)
    expect(await ask('GET', '/plugins/none-1.0.0/schema')).toEqual(missing)
    expect(await ask('GET', `/plugins/${hello}/schema`)).toEqual({
      status: 200,
      body: { avsc: null, i18n: null },
    })
    expect(await ask('GET', `/plugins/${tags}/schema`)).toMatchObject({
      body: { avsc: { name: 'ExtendedConfig' }, i18n: { $port_label: { zh: '端口' } } },
    })
  })
})
