import { type Plugin, pluginSuffix, plugins } from '@brokerdeck/contract/extensions/plugins.ts'
import { AvroJson } from '@brokerdeck/languages/schema-codec/avro-json.ts'
import * as v from 'valibot'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'
import { readRecords } from '../../storage/read-records.ts'
import { Turns } from '../../storage/turns.ts'
import { pluginPackageSchema, readPluginPackage, refOfFile } from './plugin-package.ts'

const kind = 'plugins'
/**
 * A single record with the references in the order in which the plugins are started. Plugins that are missing in it
 * come last.
 */
const orderKind = 'plugin-order'
const orderKey = 'refs'
const recordSchema = v.object({
  package: pluginPackageSchema,
  /** The configuration as it was last written; null until it is written. */
  config: v.nullable(v.record(v.string(), v.unknown())),
})
type PluginRecord = Readonly<v.InferOutput<typeof recordSchema>>
type PluginsApiDeps = Pieces<'cluster' | 'log' | 'store'>

const unknown = (message: string) => refusal(404, 'NOT_FOUND', message)
const badPackage = (message: string) => refusal(400, 'BAD_PLUGIN_INFO', message)
const releaseFile = (ref: string) => `/opt/emqx/plugins/${ref}/release.json`

/**
 * The installed plugins. Changes run one after the other, since each uses the order that the previous change has
 * left.
 */
class InstalledPlugins {
  readonly #store: PluginsApiDeps['store']
  readonly turns = new Turns()

  constructor(store: PluginsApiDeps['store']) {
    this.#store = store
    // A record that cannot be read makes the start fail.
    this.list()
  }

  list(): readonly (readonly [ref: string, record: PluginRecord])[] {
    const [[, order] = []] = readRecords(this.#store, orderKind, v.array(v.string()))
    const findPlace = (ref: string) => (order?.includes(ref) ? order.indexOf(ref) : Number.POSITIVE_INFINITY)
    const installed = [...readRecords(this.#store, kind, recordSchema)]
    return installed.toSorted(([a], [b]) =>
      findPlace(a) < findPlace(b) ? -1 : Number(findPlace(a) > findPlace(b)),
    )
  }

  refs(): readonly string[] {
    return this.list().map(([ref]) => ref)
  }

  find(ref: string): PluginRecord | undefined {
    return this.list().find(([one]) => one === ref)?.[1]
  }

  change(ref: string, changed: (record: PluginRecord) => PluginRecord): Promise<void> {
    return this.turns.take(async () => {
      const record = this.find(ref)
      if (record !== undefined) await this.put(ref, changed(record))
    })
  }

  put(ref: string, record: PluginRecord): Promise<void> {
    return this.#store.put(kind, ref, record)
  }

  async remove(ref: string): Promise<void> {
    await this.#store.remove(kind, ref)
    await this.order(this.refs())
  }

  order(refs: readonly string[]): Promise<void> {
    return this.#store.put(orderKind, orderKey, refs)
  }
}

interface Call extends PluginsApiDeps {
  readonly installed: InstalledPlugins
}

function toAnswer({ package: { release, md5sum, avsc } }: PluginRecord, { cluster }: Call): Plugin {
  return {
    ...release,
    md5sum,
    running_status: runningNodes(cluster).map(({ name }) => ({ node: name, status: 'stopped' })),
    with_config_schema: avsc !== null,
  }
}

function findOrRefuse(refused: () => Error, ref: string, { installed }: Call): PluginRecord {
  const record = installed.find(ref)
  if (record === undefined) throw refused()
  return record
}

function refuseInstalled(ref: string, name: string, { installed }: Call): void {
  const others = installed.refs()
  if (others.includes(ref)) {
    throw refusal(400, 'ALREADY_INSTALLED', `<<"${ref}${pluginSuffix}">> is already installed`)
  }
  const versions = others.filter((one) => one.startsWith(`${name}-`))
  if (versions.length === 0) return
  const files = versions.map((one) => `"plugins/${one}${pluginSuffix}"`).join(',')
  throw refusal(400, 'ALREADY_INSTALLED', `[${files}] already installed`)
}

/** Returns the index among the others for `front`, `rear`, `before:other` or `after:other`. */
function placeAmong(others: readonly string[], position: string): number {
  if (position === 'front') return 0
  if (position === 'rear') return others.length
  const [, side, anchor = ''] = /^(before|after):(.*)$/s.exec(position) ?? []
  if (side === undefined) {
    throw refusal(400, 'BAD_POSITION', `#{<<"position">> => <<${JSON.stringify(position)}>>}`)
  }
  const at = others.indexOf(anchor)
  if (at >= 0) return at + (side === 'after' ? 1 : 0)
  const hint = 'hint => "maybe_install_and_configure",msg => "position_anchor_plugin_not_configured"'
  throw refusal(400, 'MOVE_FAILED', `#{${hint},name_vsn => ${JSON.stringify(anchor)}}`)
}

/**
 * Stores the descriptions of packages, their order and their configurations. No plugin is run, so every plugin is
 * always stopped: plugins are Erlang code, which is also why an installation needs no prior permission.
 */
export const pluginsApi = apiResource({
  endpoints: plugins,
  uses: ['cluster', 'log', 'store'],
  state: ({ store }) => ({ installed: new InstalledPlugins(store) }),
  handlers: {
    list: (_received, call) => ({
      status: 200,
      body: call.installed.list().map(([, record]) => toAnswer(record, call)),
    }),

    async install({ body: { plugin: file } }, call) {
      if (file === undefined) {
        const form = 'form-data should be `plugin=@packagename-vsn.tar.gz;type=application/x-gzip`'
        throw refusal(400, 'BAD_FORM_DATA', form)
      }
      const ref = refOfFile(file.name)
      if (ref === undefined) throw badPackage(`bad_name_vsn:${file.name}`)
      const [name = ''] = ref.split('-')
      refuseInstalled(ref, name, call)
      const read = await readPluginPackage(ref, new Uint8Array(await file.arrayBuffer()))
      if (typeof read === 'string') throw badPackage(`${read}: ${ref}${pluginSuffix}`)
      await call.installed.turns.take(async () => {
        refuseInstalled(ref, name, call)
        await call.installed.put(ref, { package: read, config: null })
      })
      return { status: 204, body: undefined }
    },

    get({ params: { name } }, call) {
      const record = findOrRefuse(() => unknown(name), name, call)
      return { status: 200, body: { ...toAnswer(record, call), readme: record.package.readme } }
    },

    remove: ({ params: { name } }, call) =>
      call.installed.turns.take(async () => {
        findOrRefuse(() => unknown(`${releaseFile(name)} does not exist`), name, call)
        await call.installed.remove(name)
        return { status: 204, body: undefined }
      }),

    // EMQX also responds with 204 if a plugin does not start: its status shows that.
    act({ params: { name, action } }, call) {
      if (action === 'start' && call.installed.find(name) !== undefined) {
        call.log.write({ level: 'warning', message: 'plugin_is_not_run', details: { name_vsn: name } })
      }
      return { status: 204, body: undefined }
    },

    move: ({ params: { name }, body: { position } }, call) =>
      call.installed.turns.take(async () => {
        const missing = `#{msg => "bad_info_file",reason => {enoent,${JSON.stringify(releaseFile(name))}}}`
        findOrRefuse(() => refusal(400, 'MOVE_FAILED', missing), name, call)
        const others = call.installed.refs().filter((one) => one !== name)
        await call.installed.order(others.toSpliced(placeAmong(others, position), 0, name))
        return { status: 204, body: undefined }
      }),

    getConfig({ params: { name } }, call) {
      const { config, package: own } = findOrRefuse(() => unknown('Plugin Not Found'), name, call)
      const body = config ?? own.defaults
      if (body === null) throw refusal(400, 'BAD_CONFIG', 'Plugin Config Not Found')
      return { status: 200, body }
    },

    async putConfig({ params: { name }, body: config }, call) {
      const { avsc } = findOrRefuse(() => unknown('Plugin Not Found'), name, call).package
      if (avsc !== null && !new AvroJson(avsc).accepts(config)) {
        throw refusal(400, 'BAD_CONFIG', '#{reason => function_clause,which_op => "decode_avro_json"}')
      }
      await call.installed.change(name, (record) => ({ ...record, config }))
      return { status: 204, body: undefined }
    },

    getSchema({ params: { name } }, call) {
      const { avsc, i18n } = findOrRefuse(() => unknown('Plugin Not Found'), name, call).package
      return { status: 200, body: { avsc, i18n } }
    },
  },
})
