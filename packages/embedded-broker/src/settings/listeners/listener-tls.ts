import { createSecureContext } from 'node:tls'
import type { Certificates } from '../../certificates/certificates.ts'
import { formatPem, isPem, readPem } from '../../certificates/pem-text.ts'
import type { TlsSettings } from '../../listen/listener-settings.ts'
import { toTlsOptions } from '../../listen/tls-layer.ts'
import type { ListenerDocument, TlsDocument } from './listener-document.ts'
import { badPem, badTls, missingPem } from './listener-refusals.ts'
import { toTlsSettings } from './to-listener-settings.ts'

/** In the order in which the broker looks at them. */
const files = { keyfile: 'key', certfile: 'cert', cacertfile: 'cacert' } as const
type FileOption = keyof typeof files
const fileOptions: readonly FileOption[] = ['keyfile', 'certfile', 'cacertfile']

const toFolder = (id: string): string => `listeners/${id.replaceAll(':', '/')}`

/** PEM texts become paths; what is no certificate is refused before anything changes. */
export async function keepListenerPems<
  Document extends Pick<ListenerDocument, 'ssl_options'> & { readonly type: string },
>(certificates: Certificates, id: string, document: Document): Promise<Document> {
  const tls = document.ssl_options
  if (tls === undefined) return document
  if (document.type !== 'quic') {
    const settings = toTlsSettings(tls, (option) => loadPem(certificates, tls, option))
    try {
      usable(settings)
    } catch (error) {
      throw badTls(error)
    }
  }
  const paths: [FileOption, string][] = []
  for (const option of fileOptions) {
    const given = tls[option]
    const path = isPem(given) ? await certificates.keep(toFolder(id), files[option], given) : given
    paths.push([option, path])
  }
  return { ...document, ssl_options: { ...tls, ...Object.fromEntries(paths) } }
}

/** What OpenSSL does not use at all and Erlang would: it is said at once, since no client could be served. */
const tooWeak = /_TOO_(?:SMALL|WEAK)$/

/**
 * Throws what OpenSSL says of settings that it cannot use. Certificates and keys that do not fit, are no such thing, or
 * stay locked, EMQX takes without a word: then every handshake fails.
 */
function usable(settings: TlsSettings): TlsSettings {
  try {
    createSecureContext(toTlsOptions(settings))
    return settings
  } catch (error) {
    if (error instanceof Error && 'code' in error && tooWeak.test(String(error.code))) throw error
    const bare = { ...settings, key: undefined, cert: undefined, ca: undefined }
    createSecureContext(toTlsOptions(bare))
    return { ...bare, cert: readable(settings.cert) }
  }
}

function readable(cert: string | undefined): string | undefined {
  if (cert === undefined) return undefined
  try {
    createSecureContext({ cert })
    return cert
  } catch {
    // Garbage between its marks, or a key.
    return undefined
  }
}

/** Removes the texts that a listener no longer uses, all of them once it is gone. */
export function tidyListenerPems(
  certificates: Certificates,
  id: string,
  document: Pick<ListenerDocument, 'ssl_options'> | undefined,
): Promise<void> {
  const tls = document?.ssl_options
  const used = tls === undefined ? [] : fileOptions.map((option) => tls[option])
  return certificates.tidy(toFolder(id), new Set(used))
}

/** What a listener is to use; the problem where its files have gone since they were configured. */
export function listenerTls(
  certificates: Certificates,
  { enable, type, ssl_options: tls }: Pick<ListenerDocument, 'enable' | 'type' | 'ssl_options'>,
): { readonly tls: TlsSettings | undefined; readonly problem: string | undefined } {
  // Who is not to run need not have a certificate made.
  if (!enable || tls === undefined || type === 'quic') return { tls: undefined, problem: undefined }
  try {
    const settings = toTlsSettings(tls, (option) => loadPem(certificates, tls, option))
    return { tls: usable(settings), problem: undefined }
  } catch (error) {
    return { tls: undefined, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** As OpenSSL reads it, however it was written. */
function loadPem(certificates: Certificates, tls: TlsDocument, option: FileOption): string {
  const given = tls[option]
  if (given === '') throw missingPem(option)
  if (isPem(given)) return formatPem(readPem(given))
  const found = certificates.read(given)
  if ('problem' in found) throw badPem(option, given, found.problem)
  return formatPem(readPem(found.pem))
}
