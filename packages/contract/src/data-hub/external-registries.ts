import * as v from 'valibot'
import { literal, oneOf } from '../description/choices.ts'
import { scalar, secret, text } from '../description/scalars.ts'
import { required, selectUnion, struct, union, withDefault } from '../description/schema.ts'
import { tolerant, toWrittenSchema, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document } from '../scalars.ts'

/** The text is not checked to be a URL, and a number stays a number. */
const url = scalar(
  'binary()',
  (value) =>
    typeof value === 'string' || typeof value === 'number' ? { value } : { reason: { expected: 'binary()' } },
  { tolerant: v.union([v.string(), v.number()]), control: { kind: 'url' } },
)

const externalSettings = {
  type: withDefault(oneOf('confluent'), 'confluent'),
  url: required(url),
  auth: withDefault(
    union(
      literal('none'),
      struct('schema_registry:confluent_schema_registry_auth_basic', {
        mechanism: withDefault(oneOf('basic'), 'basic'),
        username: required(text),
        password: required(secret),
      }),
    ),
    'none',
  ),
}

/** An external registry whose Avro schemas rules use to decode and encode. */
export const externalRegistry = struct('schema_registry:confluent_schema_registry', externalSettings)
export const externalRegistrySchema = tolerant(externalRegistry)
export type ExternalRegistry = ValueOf<typeof externalRegistry>

const newExternal = struct('schema_registry:external_registry_api_create_confluent_schema_registry', {
  name: required(text),
  ...externalSettings,
})
/** The names under which the broker mentions the types in its error messages. */
export const changedExternalRegistry = selectUnion([externalRegistry], () => externalRegistry)
export const newExternalRegistry = selectUnion([newExternal], () => newExternal)

/** Parses each entry independently of the others, like the rows of a list. */
const byNameSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((all) => Object.entries(all).map(([name, registry]) => ({ [name]: registry }))),
  rows(v.record(v.string(), externalRegistrySchema)),
  v.transform((all) => Object.fromEntries(all.flatMap((one) => Object.entries(one)))),
)

const params = v.object({ name: v.string() })

export const externalRegistries = {
  /** Returns the registries by name. */
  list: endpoint({
    method: 'GET',
    path: '/schema_registry_external',
    response: { 200: byNameSchema },
    errors: [],
    access: 'token',
  }),
  /** Sends no request to the registry's address. */
  create: endpoint({
    method: 'POST',
    path: '/schema_registry_external',
    refreshes: ['/schema_registry_external'],
    body: document(toWrittenSchema(newExternal)),
    response: { 201: externalRegistrySchema },
    errors: [],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/schema_registry_external/registry/:name',
    params,
    response: { 200: externalRegistrySchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/schema_registry_external/registry/:name',
    refreshes: ['/schema_registry_external', '/schema_registry_external/registry/:name'],
    params,
    body: document(toWrittenSchema(externalRegistry)),
    response: { 200: externalRegistrySchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** The response is 204 even if the registry does not exist. */
  remove: endpoint({
    method: 'DELETE',
    path: '/schema_registry_external/registry/:name',
    refreshes: ['/schema_registry_external'],
    params,
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
} as const
