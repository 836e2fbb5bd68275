import { createSecureContext } from 'node:tls'
import { type Certificates, isPem } from '../../certificates/certificates.ts'
import type { TlsSettings } from '../../listen/listener-settings.ts'
import { toTlsOptions } from '../../listen/tls-layer.ts'
import type { ListenerDocument, TlsDocument } from './listener-document.ts'
import { badPem, badTls } from './listener-refusals.ts'
import { tlsOf } from './listener-settings-of.ts'

/** In the order in which the broker looks at them. */
const files = { keyfile: 'key', certfile: 'cert', cacertfile: 'cacert' } as const
type FileOption = keyof typeof files
const fileOptions: readonly FileOption[] = ['keyfile', 'certfile', 'cacertfile']

const folderOf = (id: string): string => `listeners/${id.replaceAll(':', '/')}`

/** PEM texts become paths; what is no certificate is refused before anything changes. */
export async function keepListenerPems<
  Document extends Pick<ListenerDocument, 'ssl_options'> & { readonly type: string },
>(certificates: Certificates, id: string, document: Document): Promise<Document> {
  const tls = document.ssl_options
  if (tls === undefined) return document
  if (document.type !== 'quic') {
    const settings = tlsOf(tls, (option) => pemOf(certificates, tls, option))
    try {
      usable(settings)
    } catch (error) {
      throw badTls(error)
    }
  }
  const paths: [FileOption, string][] = []
  for (const option of fileOptions) {
    const given = tls[option]
    const path = isPem(given) ? await certificates.keep(folderOf(id), files[option], given) : given
    paths.push([option, path])
  }
  return { ...document, ssl_options: { ...tls, ...Object.fromEntries(paths) } }
}

const keyProblems: ReadonlySet<unknown> = new Set([
  'ERR_OSSL_X509_KEY_VALUES_MISMATCH',
  'ERR_OSSL_X509_KEY_TYPE_MISMATCH',
  'ERR_OSSL_BAD_DECRYPT',
])

/** Throws what OpenSSL says of settings it cannot use. A key of another certificate, or locked, EMQX takes without a word. */
function usable(settings: TlsSettings): TlsSettings {
  try {
    createSecureContext(toTlsOptions(settings))
    return settings
  } catch (error) {
    const isKey = error instanceof Error && 'code' in error && keyProblems.has(error.code)
    if (!isKey) throw error
    return { ...settings, key: undefined }
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
  return certificates.tidy(folderOf(id), new Set(used))
}

/** What a listener is to use; the problem where its files have gone since they were configured. */
export function listenerTls(
  certificates: Certificates,
  { enable, type, ssl_options: tls }: Pick<ListenerDocument, 'enable' | 'type' | 'ssl_options'>,
): { readonly tls: TlsSettings | undefined; readonly problem: string | undefined } {
  // Who is not to run need not have a certificate made.
  if (!enable || tls === undefined || type === 'quic') return { tls: undefined, problem: undefined }
  try {
    const settings = tlsOf(tls, (option) => pemOf(certificates, tls, option))
    return { tls: usable(settings), problem: undefined }
  } catch (error) {
    return { tls: undefined, problem: error instanceof Error ? error.message : String(error) }
  }
}

function pemOf(certificates: Certificates, tls: TlsDocument, option: FileOption): string {
  const given = tls[option]
  if (isPem(given)) return given
  const found = certificates.read(given)
  if ('problem' in found) throw badPem(option, given, found.problem)
  return found.pem
}
