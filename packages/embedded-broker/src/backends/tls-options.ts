import type { SecureVersion } from 'node:tls'
import * as v from 'valibot'

/** The settings of `ssl` that concern a client. Certificates are PEM texts; files of this machine are not read. */
export const tlsShape = v.object({
  enable: v.boolean(),
  verify: v.optional(v.picklist(['verify_peer', 'verify_none']), 'verify_none'),
  cacertfile: v.optional(v.string(), ''),
  certfile: v.optional(v.string(), ''),
  keyfile: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  server_name_indication: v.optional(v.string(), ''),
  versions: v.optional(v.array(v.string()), ['tlsv1.3', 'tlsv1.2']),
  ciphers: v.optional(v.array(v.string()), []),
})
export type TlsDocument = v.InferOutput<typeof tlsShape>

export interface TlsClientOptions {
  readonly rejectUnauthorized: boolean
  readonly minVersion?: SecureVersion
  readonly maxVersion?: SecureVersion
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
  readonly servername?: string
  readonly ciphers?: string
}

const protocol = { tlsv1: 'TLSv1', 'tlsv1.1': 'TLSv1.1', 'tlsv1.2': 'TLSv1.2', 'tlsv1.3': 'TLSv1.3' } as const

/** Returns undefined if the connection is not encrypted. */
export function tlsOptions(ssl: TlsDocument | undefined): TlsClientOptions | undefined {
  if (ssl?.enable !== true) return undefined
  const versions = Object.entries(protocol).flatMap(([name, version]) =>
    ssl.versions.includes(name) ? [version] : [],
  )
  const [minVersion, maxVersion] = [versions[0], versions.at(-1)]
  const { cacertfile, certfile, keyfile, password, server_name_indication: name } = ssl
  return {
    rejectUnauthorized: ssl.verify === 'verify_peer',
    ...(minVersion === undefined ? {} : { minVersion }),
    ...(maxVersion === undefined ? {} : { maxVersion }),
    ...(cacertfile === '' ? {} : { ca: cacertfile }),
    ...(certfile === '' ? {} : { cert: certfile }),
    ...(keyfile === '' ? {} : { key: keyfile }),
    ...(password === '' ? {} : { passphrase: password }),
    ...(name === '' || name === 'disable' ? {} : { servername: name }),
    ...(ssl.ciphers.length === 0 ? {} : { ciphers: ssl.ciphers.join(':') }),
  }
}
