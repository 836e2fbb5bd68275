import { createHash } from 'node:crypto'
import { pluginReleaseEntries, pluginSuffix } from '@brokerdeck/contract/extensions/plugins.ts'
import { gunzip } from '@brokerdeck/languages/gzip.ts'
import { parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { readTar, type TarEntry } from '@brokerdeck/languages/tar.ts'
import * as v from 'valibot'
import { isPlainObject, type PlainObject } from '../../config/plain-object.ts'
import { findExcess, usualBounds } from '../../http/read-json.ts'

/** The stored parts of a package. The release itself is not stored, because this broker runs no Erlang code. */
export const pluginPackageSchema = v.object({
  release: v.looseObject(pluginReleaseEntries),
  md5sum: v.string(),
  readme: v.string(),
  avsc: v.nullable(v.record(v.string(), v.unknown())),
  i18n: v.nullable(v.record(v.string(), v.unknown())),
  /** The defaults in `config.hocon`, which are the configuration until another is written. */
  defaults: v.nullable(v.record(v.string(), v.unknown())),
})
export type PluginPackage = v.InferOutput<typeof pluginPackageSchema>

/** The errors of a package, in EMQX's words. */
export type PackageFault = 'bad_plugin_package' | 'bad_info_file'

/** The maximum unpacked size, in bytes: releases with their libraries have some megabytes. */
const maxUnpacked = 128 * 1024 * 1024
/** The maximum length of one stored text, in bytes; no real README or schema is longer. */
const maxText = 1024 * 1024

/**
 * EMQX splits at the first hyphen. The name becomes part of URLs, so it must not contain characters with a meaning in
 * paths.
 */
const refPattern = /^(?!\.)[^-/\\\p{Cc}]+-[^/\\\p{Cc}]+$/u

/** Returns `device_tags-1.0.0` for `device_tags-1.0.0.tar.gz`; undefined for a name without a version. */
export function refOfFile(filename: string): string | undefined {
  const ref = filename.endsWith(pluginSuffix) ? filename.slice(0, -pluginSuffix.length) : filename
  return refPattern.test(ref) && ref.length <= 256 ? ref : undefined
}

/**
 * Reads the release of this name and version. The content of a package is untrusted, so all of its sizes are limited.
 */
export async function readPluginPackage(
  ref: string,
  packed: Uint8Array<ArrayBuffer>,
): Promise<PluginPackage | PackageFault> {
  const files = await unpack(packed)
  if (files === undefined) return 'bad_plugin_package'
  // The file would be written into the folder of another plugin.
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

/** Returns the files by path; undefined for data that is not an archive, or that is damaged, too large or malicious. */
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
