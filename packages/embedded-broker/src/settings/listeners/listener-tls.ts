import { createSecureContext } from 'node:tls'
import type { Certificates } from '../../certificates/certificates.ts'
import { formatPem, isPem, readPem } from '../../certificates/pem-text.ts'
import type { TlsSettings } from '../../listen/listener-settings.ts'
import { toTlsOptions } from '../../listen/tls-layer.ts'
import type { ListenerDocument, TlsDocument } from './listener-document.ts'
import { badPem, badTls, missingPem } from './listener-refusals.ts'
import { toTlsSettings } from './to-listener-settings.ts'

/** The options, in the order in which the broker checks them. */
const files = { keyfile: 'key', certfile: 'cert', cacertfile: 'cacert' } as const
type FileOption = keyof typeof files
const fileOptions: readonly FileOption[] = ['keyfile', 'certfile', 'cacertfile']

const toFolder = (id: string): string => `listeners/${id.replaceAll(':', '/')}`

/** Replaces PEM texts with paths; throws for an invalid certificate before anything is changed. */
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

/**
 * Codes of errors for keys that OpenSSL refuses and Erlang would accept: they are reported at once, since no client
 * could connect.
 */
const tooWeak = /_TOO_(?:SMALL|WEAK)$/

/**
 * Throws OpenSSL's error for settings that it cannot use. As in EMQX, certificates and keys that do not match, are
 * invalid, or cannot be decrypted are accepted without an error: then every handshake fails.
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
    // The certificate is garbage between its markers, or a key.
    return undefined
  }
}

/** Removes the PEM texts that a listener no longer uses, or all of its texts if the listener was removed. */
export function tidyListenerPems(
  certificates: Certificates,
  id: string,
  document: Pick<ListenerDocument, 'ssl_options'> | undefined,
): Promise<void> {
  const tls = document?.ssl_options
  const used = tls === undefined ? [] : fileOptions.map((option) => tls[option])
  return certificates.tidy(toFolder(id), new Set(used))
}

/** Returns the TLS settings of a listener, or a problem if its files have disappeared since it was configured. */
export function listenerTls(
  certificates: Certificates,
  { enable, type, ssl_options: tls }: Pick<ListenerDocument, 'enable' | 'type' | 'ssl_options'>,
): { readonly tls: TlsSettings | undefined; readonly problem: string | undefined } {
  // A listener that is disabled needs no certificate, so none is created.
  if (!enable || tls === undefined || type === 'quic') return { tls: undefined, problem: undefined }
  try {
    const settings = toTlsSettings(tls, (option) => loadPem(certificates, tls, option))
    return { tls: usable(settings), problem: undefined }
  } catch (error) {
    return { tls: undefined, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Loads a PEM text in the layout that OpenSSL reads, whatever layout it was written in. */
function loadPem(certificates: Certificates, tls: TlsDocument, option: FileOption): string {
  const given = tls[option]
  if (given === '') throw missingPem(option)
  if (isPem(given)) return formatPem(readPem(given))
  const found = certificates.read(given)
  if ('problem' in found) throw badPem(option, given, found.problem)
  return formatPem(readPem(found.pem))
}
