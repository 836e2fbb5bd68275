import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { namedFileSchema } from '../file.ts'
import { rows } from '../paging.ts'

/** The author of a package writes its metadata, so a field of an unexpected type is treated as absent. */
const lenientOptional = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)
const names = v.array(v.string())

/** The fields of `release.json`. */
export const pluginReleaseEntries = {
  name: v.string(),
  rel_vsn: v.string(),
  description: lenientOptional(v.string()),
  rel_apps: lenientOptional(names),
  authors: lenientOptional(names),
  builder: lenientOptional(
    v.object({
      name: lenientOptional(v.string()),
      contact: lenientOptional(v.string()),
      website: lenientOptional(v.string()),
    }),
  ),
  repo: lenientOptional(v.string()),
  functionality: lenientOptional(names),
  /** The versions that the plugin requires: `{emqx: "~> 5.8"}`. */
  compatibility: lenientOptional(v.record(v.string(), v.string())),
  built_on_otp_release: lenientOptional(v.string()),
  git_ref: lenientOptional(v.string()),
  git_commit_or_build_date: lenientOptional(v.string()),
  metadata_vsn: lenientOptional(v.string()),
}

/** A plugin: an Erlang release that extends the broker. */
export const pluginSchema = v.object({
  ...pluginReleaseEntries,
  md5sum: v.optional(v.string()),
  /** Untrusted Markdown, contained only in the response for a single plugin. */
  readme: v.optional(v.string()),
  /** The status on each running node: `running` or `stopped`. */
  running_status: rows(v.object({ node: v.string(), status: v.string() })),
  with_config_schema: v.optional(v.boolean(), false),
})
export type Plugin = v.InferOutput<typeof pluginSchema>

/** Returns the name of a plugin in the API: `device_tags-1.0.0`. */
export function pluginRef({ name, rel_vsn }: Pick<Plugin, 'name' | 'rel_vsn'>): string {
  return `${name}-${rel_vsn}`
}

/** The suffix of the uploaded file; the rest of the file name is the name of the plugin. */
export const pluginSuffix = '.tar.gz'

export const pluginActions = ['start', 'stop'] as const

const params = v.object({ name: v.string() })

export const plugins = {
  /** Lists the plugins in the order in which they start. */
  list: endpoint({
    method: 'GET',
    path: '/plugins',
    response: { 200: rows(pluginSchema) },
    errors: [],
    access: 'token',
  }),
  /**
   * 403 unless `emqx ctl plugins allow` was run for the plugin on the requested node (5.8.6); each attempt uses up
   * the permission.
   */
  install: endpoint({
    method: 'POST',
    path: '/plugins/install',
    refreshes: ['/plugins'],
    sends: 'form',
    body: v.object({ plugin: v.optional(namedFileSchema) }),
    response: { 204: null },
    errors: ['ALREADY_INSTALLED', 'BAD_FORM_DATA', 'BAD_PLUGIN_INFO', 'FORBIDDEN', 'UNEXPECTED_ERROR'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/plugins/:name',
    params,
    response: { 200: pluginSchema },
    errors: [],
    access: 'token',
  }),
  /** Also removes a running plugin, after stopping it. */
  remove: endpoint({
    method: 'DELETE',
    path: '/plugins/:name',
    refreshes: ['/plugins'],
    params,
    response: { 204: null },
    errors: ['PARAM_ERROR'],
    access: 'token',
  }),
  /** Acts on all nodes. An unknown name gives 204 as well. */
  act: endpoint({
    method: 'PUT',
    path: '/plugins/:name/:action',
    refreshes: ['/plugins', '/plugins/:name'],
    params: v.object({ name: v.string(), action: v.picklist(pluginActions) }),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** The positions are `front`, `rear`, `before:other-1.0.0` and `after:other-1.0.0`. */
  move: endpoint({
    method: 'POST',
    path: '/plugins/:name/move',
    refreshes: ['/plugins'],
    params,
    body: v.object({ position: v.string() }),
    response: { 204: null },
    errors: ['BAD_POSITION', 'MOVE_FAILED'],
    access: 'token',
  }),
  /** The configuration is Avro JSON: a value of a union with several types includes its type, `{"string": "x"}`. */
  getConfig: endpoint({
    method: 'GET',
    path: '/plugins/:name/config',
    params,
    response: { 200: v.record(v.string(), v.unknown()) },
    errors: ['BAD_CONFIG'],
    access: 'token',
  }),
  /**
   * The body holds every field of the schema, as Avro JSON. The response is 204 even if the plugin itself rejects a
   * value.
   */
  putConfig: endpoint({
    method: 'PUT',
    path: '/plugins/:name/config',
    refreshes: ['/plugins/:name/config'],
    params,
    body: v.record(v.string(), v.unknown()),
    response: { 204: null },
    errors: ['BAD_CONFIG', 'UNEXPECTED_ERROR'],
    access: 'token',
  }),
  /** Both fields are null for a plugin without a schema. `avsc` is an Avro record whose fields have `$ui`. */
  getSchema: endpoint({
    method: 'GET',
    path: '/plugins/:name/schema',
    params,
    response: { 200: v.object({ avsc: v.unknown(), i18n: v.unknown() }) },
    errors: [],
    access: 'token',
  }),
} as const
