import { type FileTransferConfig, fileTransferSettings } from '@brokerdeck/contract/settings/file-transfer.ts'
import * as v from 'valibot'
import { fileTransfer as m } from '#features/settings/messages/broker.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { tlsClientForm } from '#kit/form/tls/tls-client-form.ts'

const s3 = 'storage.local.exporter.s3'
const isS3 = [{ path: `${s3}.enable`, is: [true] }] as const
const seldom = { isAdvanced: true, isOmittedEmpty: true } as const

const levels = {
  private: m.aclPrivate,
  public_read: m.aclPublicRead,
  public_read_write: m.aclPublicWrite,
  authenticated_read: m.aclAuthenticated,
  bucket_owner_read: m.aclOwnerRead,
  bucket_owner_full_control: m.aclOwnerFull,
} as const

export const fileTransferSections: readonly Section[] = [
  ...toSections(fileTransferSettings, [
    {
      id: 'transfer',
      title: m.transfer,
      note: m.transferNote,
      switch: 'enable',
      fields: [
        { path: 'init_timeout', label: m.initTimeout, help: m.initTimeoutHelp, width: 4 },
        { path: 'store_segment_timeout', label: m.segmentTimeout, help: m.segmentTimeoutHelp, width: 4 },
        { path: 'assemble_timeout', label: m.assembleTimeout, help: m.assembleTimeoutHelp, width: 4 },
      ],
    },
    {
      id: 'pieces',
      title: m.pieces,
      note: m.piecesNote,
      fields: [
        { path: 'storage.local.segments.gc.interval', label: m.interval, width: 4 },
        {
          path: 'storage.local.segments.gc.maximum_segments_ttl',
          label: m.longest,
          help: m.longestHelp,
          width: 4,
        },
        {
          path: 'storage.local.segments.gc.minimum_segments_ttl',
          label: m.shortest,
          help: m.shortestHelp,
          width: 4,
        },
        {
          path: 'storage.local.segments.root',
          label: m.piecesRoot,
          help: m.defaultDirectory,
          isCode: true,
          ...seldom,
        },
      ],
    },
    {
      id: 'store',
      title: m.store,
      note: m.storeNote,
      when: [{ path: `${s3}.enable`, is: [false] }],
      fields: [
        {
          path: 'storage.local.exporter.local.root',
          label: m.filesRoot,
          help: m.defaultDirectory,
          isCode: true,
          isOmittedEmpty: true,
        },
      ],
    },
    {
      id: 's3',
      title: m.s3,
      note: m.s3Note,
      switch: `${s3}.enable`,
      fields: [
        { path: `${s3}.host`, label: m.host, isCode: true },
        { path: `${s3}.port`, label: m.port, width: 3 },
        { path: `${s3}.bucket`, label: m.bucket, isCode: true },
        { path: `${s3}.access_key_id`, label: m.accessKey, isCode: true, isOmittedEmpty: true },
        { path: `${s3}.secret_access_key`, label: m.secretKey, autoComplete: 'off', isOmittedEmpty: true },
        {
          path: `${s3}.access_method`,
          label: m.accessMethod,
          options: { path: m.pathStyle, vhost: m.hostStyle },
        },
        { path: `${s3}.acl`, label: m.acl, options: levels, isOmittedEmpty: true },
        { path: `${s3}.url_expire_time`, label: m.urlExpires, isAdvanced: true },
        { path: `${s3}.min_part_size`, label: m.minPart, isAdvanced: true },
        { path: `${s3}.max_part_size`, label: m.maxPart, isAdvanced: true },
        { path: `${s3}.transport_options.connect_timeout`, label: m.connectTimeout, isAdvanced: true },
        { path: `${s3}.transport_options.request_timeout`, label: m.requestTimeout, ...seldom },
        { path: `${s3}.transport_options.pool_size`, label: m.poolSize, isAdvanced: true },
        { path: `${s3}.transport_options.max_retries`, label: m.maxRetries, ...seldom },
      ],
    },
  ]),
  { ...tlsClientForm(`${s3}.transport_options.ssl`), when: isS3 },
]

const switched = v.optional(v.looseObject({ enable: v.optional(v.boolean(), true) }))
const knownSchema = v.looseObject({
  enable: v.optional(v.boolean(), false),
  storage: v.optional(
    v.looseObject({
      local: v.optional(
        v.looseObject({ exporter: v.optional(v.looseObject({ local: switched, s3: switched }), {}) }),
        {},
      ),
    }),
    {},
  ),
})

/** Tells whether the broker accepts files, and whether complete files go to S3. */
export function parseFileStore(settings: ApiDocument | Partial<FileTransferConfig>) {
  const { enable, storage } = v.parse(knownSchema, settings)
  return { isOn: enable, goesToS3: storage.local.exporter.s3?.enable === true }
}

/** Adds the S3 store as disabled for the form, because the broker leaves out the store that is not used. */
export function withBothStores(settings: ApiDocument): ApiDocument {
  const known = v.parse(knownSchema, settings)
  const { local } = known.storage
  const exporter = { ...local.exporter, s3: local.exporter.s3 ?? { enable: false } }
  return { ...known, storage: { ...known.storage, local: { ...local, exporter } } }
}

/** Keeps exactly one store, because the broker accepts only one. */
export function withOneStore(settings: ApiDocument): ApiDocument {
  const known = v.parse(knownSchema, settings)
  const { local } = known.storage
  const { s3: bucket, local: disk, ...others } = local.exporter
  const chosen = bucket?.enable === true ? { s3: bucket } : { local: { ...disk, enable: true } }
  const exporter = { ...others, ...chosen }
  return { ...known, storage: { ...known.storage, local: { ...local, exporter } } }
}

/** Returns true if running transfers fail, or if the files listed now are no longer listed. */
export function stopsTransfers(now: ApiDocument, before: ApiDocument): boolean {
  const [next, last] = [parseFileStore(now), parseFileStore(before)]
  return last.isOn && (!next.isOn || next.goesToS3 !== last.goesToS3)
}

/** Returns true if transfers stop, if the files become public, or if all transfers are refused. */
export function harmsTransfers(now: ApiDocument, before: ApiDocument, isEmbedded: boolean): boolean {
  const isPublic = /"acl":"public_read/.test(JSON.stringify(now))
  return stopsTransfers(now, before) || (parseFileStore(now).goesToS3 && (isPublic || isEmbedded))
}

/** Returns the text that tells the effect of the change on clients and on existing files. */
export function fileTransferImpact(now: ApiDocument, before: ApiDocument, isEmbedded: boolean): string {
  const [next, last] = [parseFileStore(now), parseFileStore(before)]
  const acl = /"acl":"(public_read(?:_write)?)"/.exec(JSON.stringify(now))?.[1]
  return [
    next.isOn && !last.isOn && m.impactOn,
    !next.isOn && last.isOn && m.impactOff,
    next.goesToS3 && !last.goesToS3 && m.impactToS3,
    !next.goesToS3 && last.goesToS3 && m.impactToDisk,
    next.goesToS3 && acl === 'public_read' && m.impactPublic,
    next.goesToS3 && acl === 'public_read_write' && m.impactPublicWrite,
    next.goesToS3 && isEmbedded && m.impactEmbedded,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}
