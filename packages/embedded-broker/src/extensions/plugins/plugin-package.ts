import { createHash } from 'node:crypto'
import { pluginReleaseEntries, pluginSuffix } from '@brokerdeck/contract/extensions/plugins.ts'
import { gunzip } from '@brokerdeck/languages/gzip.ts'
import { parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { readTar, type TarEntry } from '@brokerdeck/languages/tar.ts'
import * as v from 'valibot'
import { isPlainObject, type PlainObject } from '../../config/plain-object.ts'
import { findExcess, usualBounds } from '../../http/read-json.ts'

/** What is kept of a package. The release itself is not: this broker runs no Erlang code. */
export const pluginPackageSchema = v.object({
  release: v.looseObject(pluginReleaseEntries),
  md5sum: v.string(),
  readme: v.string(),
  avsc: v.nullable(v.record(v.string(), v.unknown())),
  i18n: v.nullable(v.record(v.string(), v.unknown())),
  /** Of `config.hocon`: the configuration until another one is written. */
  defaults: v.nullable(v.record(v.string(), v.unknown())),
})
export type PluginPackage = v.InferOutput<typeof pluginPackageSchema>

/** In the words of EMQX. */
export type PackageFault = 'bad_plugin_package' | 'bad_info_file'

/** Unpacked: releases with their libraries have some megabytes. */
const maxUnpacked = 128 * 1024 * 1024
/** Of one text that is kept. What is longer is no README or schema that anybody wrote. */
const maxText = 1024 * 1024

/** EMQX splits at the first hyphen. The name becomes part of addresses, so it has nothing that a path could mean. */
const refPattern = /^(?!\.)[^-/\\\p{Cc}]+-[^/\\\p{Cc}]+$/u

/** `device_tags-1.0.0` for `device_tags-1.0.0.tar.gz`; undefined for a name without a version. */
export function refOfFile(filename: string): string | undefined {
  const ref = filename.endsWith(pluginSuffix) ? filename.slice(0, -pluginSuffix.length) : filename
  return refPattern.test(ref) && ref.length <= 256 ? ref : undefined
}

/** Reads the release of this name and version. Everything in a package is its author's, so all of it is bounded. */
export async function readPluginPackage(
  ref: string,
  packed: Uint8Array<ArrayBuffer>,
): Promise<PluginPackage | PackageFault> {
  const files = await unpack(packed)
  if (files === undefined) return 'bad_plugin_package'
  // It would write into the folder of another plugin.
  if ([...files.keys()].some((path) => !path.startsWith(`${ref}/`))) return 'bad_info_file'
  const release = v.safeParse(
    v.looseObject({ ...pluginReleaseEntries, rel_apps: v.pipe(v.array(v.string()), v.minLength(1)) }),
    parseJson(files.get(`${ref}/release.json`)),
  )
  if (!release.success || `${release.output.name}-${release.output.rel_vsn}` !== ref) return 'bad_info_file'
  const own = `${ref}/${release.output.name}-`
  const privateFile = (name: string) =>
    [...files].find(([path]) => {
      const [version, folder, file, ...rest] = path.startsWith(own) ? path.slice(own.length).split('/') : []
      return version !== '' && folder === 'priv' && file === name && rest.length === 0
    })?.[1]
  const avsc = toObject(parseJson(privateFile('config_schema.avsc')))
  return {
    release: release.output,
    md5sum: createHash('md5').update(packed).digest('hex'),
    readme: toText(files.get(`${ref}/README.md`)),
    avsc,
    i18n: avsc && toObject(parseJson(privateFile('config_i18n.json'))),
    defaults: toObject(parseHoconEntry(privateFile('config.hocon'))),
  }
}

/** By path; undefined for what is no archive, is damaged, too large or meant to harm. */
async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<ReadonlyMap<string, TarEntry> | undefined> {
  try {
    const entries = readTar(await gunzip(packed, maxUnpacked), true)
    return new Map(entries.map((entry) => [entry.name.replace(/^(\.\/+)+/, ''), entry]))
  } catch {
    return undefined
  }
}

function toText(entry: TarEntry | undefined): string {
  return entry === undefined ? '' : new TextDecoder().decode(entry.data.subarray(0, maxText))
}

function parseJson(entry: TarEntry | undefined): unknown {
  if (entry === undefined || entry.data.length > maxText) return undefined
  if (findExcess(Buffer.from(entry.data), usualBounds) !== undefined) return undefined
  try {
    return JSON.parse(toText(entry))
  } catch {
    return undefined
  }
}

function parseHoconEntry(entry: TarEntry | undefined): unknown {
  if (entry === undefined || entry.data.length > maxText) return undefined
  const parsed = parseHocon(toText(entry))
  return 'value' in parsed ? parsed.value : undefined
}

const toObject = (value: unknown): PlainObject | null => (isPlainObject(value) ? value : null)
