import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { namedFileSchema } from '../file.ts'
import { rows } from '../paging.ts'

/** What a package says of itself is its author's: a field of another kind than expected is taken as absent. */
const lenientOptional = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)
const names = v.array(v.string())

/** Of `release.json`. */
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
  /** What it needs: `{emqx: "~> 5.8"}`. */
  compatibility: lenientOptional(v.record(v.string(), v.string())),
  built_on_otp_release: lenientOptional(v.string()),
  git_ref: lenientOptional(v.string()),
  git_commit_or_build_date: lenientOptional(v.string()),
  metadata_vsn: lenientOptional(v.string()),
}

/** One Erlang release that extends the broker. */
export const pluginSchema = v.object({
  ...pluginReleaseEntries,
  md5sum: v.optional(v.string()),
  /** Untrusted Markdown; in the answer for one plugin only. */
  readme: v.optional(v.string()),
  /** `running` or `stopped`, of each node that runs. */
  running_status: rows(v.object({ node: v.string(), status: v.string() })),
  with_config_schema: v.optional(v.boolean(), false),
})
export type Plugin = v.InferOutput<typeof pluginSchema>

/** How the API names a plugin: `device_tags-1.0.0`. */
export function pluginRef({ name, rel_vsn }: Pick<Plugin, 'name' | 'rel_vsn'>): string {
  return `${name}-${rel_vsn}`
}

/** Of the file that is uploaded: the rest of its name is the plugin's. */
export const pluginSuffix = '.tar.gz'

export const pluginActions = ['start', 'stop'] as const

const params = v.object({ name: v.string() })

export const plugins = {
  /** In the order in which they are started. */
  list: endpoint({
    method: 'GET',
    path: '/plugins',
    response: { 200: rows(pluginSchema) },
    errors: [],
    access: 'token',
  }),
  /** 403 until `emqx ctl plugins allow` was run for it on the node that is asked (5.8.6); an attempt uses that up. */
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
  /** Also one that runs: it is stopped first. */
  remove: endpoint({
    method: 'DELETE',
    path: '/plugins/:name',
    refreshes: ['/plugins'],
    params,
    response: { 204: null },
    errors: ['PARAM_ERROR'],
    access: 'token',
  }),
  /** On all nodes. An unknown name is 204 as well. */
  act: endpoint({
    method: 'PUT',
    path: '/plugins/:name/:action',
    refreshes: ['/plugins', '/plugins/:name'],
    params: v.object({ name: v.string(), action: v.picklist(pluginActions) }),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** `front`, `rear`, `before:other-1.0.0`, `after:other-1.0.0`. */
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
  /** Avro JSON: a value of a union with several types carries its type, `{"string": "x"}`. */
  getConfig: endpoint({
    method: 'GET',
    path: '/plugins/:name/config',
    params,
    response: { 200: v.record(v.string(), v.unknown()) },
    errors: ['BAD_CONFIG'],
    access: 'token',
  }),
  /** Every field of the schema, as Avro JSON. What the plugin itself refuses is answered with 204 all the same. */
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
  /** Both null of a plugin without a schema. `avsc` is an Avro record whose fields have `$ui`. */
  getSchema: endpoint({
    method: 'GET',
    path: '/plugins/:name/schema',
    params,
    response: { 200: v.object({ avsc: v.unknown(), i18n: v.unknown() }) },
    errors: [],
    access: 'token',
  }),
} as const
