import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import {
  boolean,
  byteSize,
  duration,
  nonNegativeInteger,
  positiveInteger,
  secret,
  text,
} from '../description/scalars.ts'
import { field, mapOf, optional, required, struct, withDefault } from '../description/schema.ts'
import { toWrittenSchema, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { fileSchema } from '../file.ts'
import { maxLimit, rows } from '../paging.ts'
import { document, integerSchema, timestamp } from '../scalars.ts'
import { tlsClientSettings } from '../tls.ts'

const on = withDefault(boolean, true)

export const s3AccessLevels = [
  'private',
  'public_read',
  'public_read_write',
  'authenticated_read',
  'bucket_owner_read',
  'bucket_owner_full_control',
] as const

const s3 = struct('file_transfer:s3_exporter', {
  host: required(text),
  port: required(positiveInteger),
  bucket: required(text),
  access_key_id: field(text),
  secret_access_key: field(secret),
  access_method: withDefault(oneOf('path', 'vhost'), 'path'),
  url_expire_time: withDefault(duration, '1h'),
  min_part_size: withDefault(byteSize, '5mb'),
  max_part_size: withDefault(byteSize, '5gb'),
  acl: field(oneOf(...s3AccessLevels)),
  transport_options: field(
    struct('s3:transport_options', {
      connect_timeout: withDefault(duration, '15s'),
      request_timeout: field(duration),
      pool_size: withDefault(positiveInteger, 8),
      max_retries: field(nonNegativeInteger),
      ipv6_probe: withDefault(boolean, false),
      headers: field(mapOf('header', text)),
      ssl: withDefault(tlsClientSettings, { enable: false }),
    }),
  ),
  enable: on,
})

/** The destination of complete files: exactly one of these. */
const exporter = struct('file_transfer:local_storage_exporter_backend', {
  local: optional(struct('file_transfer:local_storage_exporter', { root: field(text), enable: on })),
  s3: optional(s3),
})

const collection = struct('file_transfer:local_storage_segments_gc', {
  interval: withDefault(duration, '1h'),
  maximum_segments_ttl: withDefault(duration, '24h'),
  minimum_segments_ttl: withDefault(duration, '5m'),
})

const local = struct('file_transfer:local_storage', {
  segments: withDefault(
    struct('file_transfer:local_storage_segments', { root: field(text), gc: field(collection) }),
    { gc: {} },
  ),
  exporter: withDefault(exporter, { local: {} }),
  enable: on,
})

/** The settings `file_transfer`: clients send files in segments, which the broker assembles. */
export const fileTransferSettings = struct('file_transfer:file_transfer', {
  enable: withDefault(boolean, false),
  init_timeout: withDefault(duration, '10s'),
  store_segment_timeout: withDefault(duration, '5m'),
  assemble_timeout: withDefault(duration, '5m'),
  storage: withDefault(struct('file_transfer:storage_backend', { local: optional(local) }), { local: {} }),
})
export type FileTransferConfig = ValueOf<typeof fileTransferSettings>

const settingsSchema = toWrittenSchema(fileTransferSettings)

/** The metadata of a file that the client sent before the file. */
export const fileMetadataSchema = v.object({
  name: v.string(),
  size: v.optional(v.number()),
  /** The SHA-256 checksum of the assembled file. */
  checksum: v.optional(v.string()),
  /** The expiry time in epoch seconds. */
  expire_at: v.optional(v.number()),
  segments_ttl: v.optional(v.number()),
  user_data: v.optional(v.unknown()),
})
export type FileMetadata = v.InferOutput<typeof fileMetadataSchema>

/** A complete file; transfers in progress are not reported. All texts come from the client. */
export const transferredFileSchema = v.object({
  clientid: v.string(),
  fileid: v.string(),
  name: v.string(),
  size: v.number(),
  timestamp,
  /** A path of this API, or a signed address in the S3 store. */
  uri: v.optional(v.string()),
  metadata: v.optional(fileMetadataSchema),
})
export type TransferredFile = v.InferOutput<typeof transferredFileSchema>

/** Parses the node and the reference from a `uri`, if the broker stores the file itself. */
export function placeOfFile(uri: string | undefined): { node: string; fileref: string } | undefined {
  const [, search] = /\/api\/v5\/file_transfer\/file\?(.*)$/s.exec(uri ?? '') ?? []
  if (search === undefined || /^[a-z]+:/i.test(uri ?? '')) return undefined
  const asked = new URLSearchParams(search)
  const [node, fileref] = [asked.get('node'), asked.get('fileref')]
  return node === null || fileref === null ? undefined : { node, fileref }
}

/**
 * Enterprise only; on Community the path does not exist. All endpoints except the settings return 503 while the
 * feature is disabled.
 */
export const fileTransfer = {
  get: endpoint({
    method: 'GET',
    path: '/file_transfer',
    response: { 200: settingsSchema },
    errors: [],
    access: 'token',
  }),
  /** Replaces all settings: fields that are not sent return to their defaults. */
  put: endpoint({
    method: 'PUT',
    path: '/file_transfer',
    refreshes: ['/file_transfer', '/configs/file_transfer', '/file_transfer/files'],
    body: document(settingsSchema),
    response: { 200: settingsSchema },
    errors: ['UPDATE_FAILED'],
    access: 'token',
  }),
  /** The same settings under the path that all configuration roots have. */
  getConfig: endpoint({
    method: 'GET',
    path: '/configs/file_transfer',
    response: { 200: settingsSchema },
    errors: [],
    access: 'token',
  }),
  putConfig: endpoint({
    method: 'PUT',
    path: '/configs/file_transfer',
    refreshes: ['/configs/file_transfer', '/file_transfer', '/file_transfer/files'],
    body: document(settingsSchema),
    response: { 200: settingsSchema },
    errors: ['UPDATE_FAILED'],
    access: 'token',
  }),
  /**
   * Lists the files node by node. A full page has a cursor, even if the next page is empty; an empty cursor is
   * rejected.
   */
  files: endpoint({
    method: 'GET',
    path: '/file_transfer/files',
    query: v.object({
      limit: v.optional(integerSchema(1, maxLimit), 100),
      following: v.optional(v.string()),
    }),
    response: { 200: v.object({ files: rows(transferredFileSchema), cursor: v.optional(v.string()) }) },
    errors: ['SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  /** Lists the files of one transfer, usually a single file. */
  filesOf: endpoint({
    method: 'GET',
    path: '/file_transfer/files/:clientid/:fileid',
    params: v.object({ clientid: v.string(), fileid: v.string() }),
    response: { 200: v.object({ files: rows(transferredFileSchema) }) },
    errors: ['FILES_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  download: endpoint({
    method: 'GET',
    path: '/file_transfer/file',
    query: v.object({ node: v.string(), fileref: v.string() }),
    gives: 'file',
    response: { 200: fileSchema },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
} as const
