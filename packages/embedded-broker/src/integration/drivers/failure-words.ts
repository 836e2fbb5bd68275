/** EMQX's names for connection errors: the atom of its runtime, and the sentence of its API. */
const posix: Readonly<Record<string, readonly [atom: string, sentence: string]>> = {
  ECONNREFUSED: ['econnrefused', 'Connection refused'],
  ECONNRESET: ['econnreset', 'Connection reset by peer'],
  EPIPE: ['closed', 'The connection was closed'],
  ETIMEDOUT: ['etimedout', 'Connection timed out'],
  EHOSTUNREACH: ['ehostunreach', 'Host is unreachable'],
  ENETUNREACH: ['enetunreach', 'Network is unreachable'],
  ENOTFOUND: ['nxdomain', 'Hostname or domain name cannot be resolved'],
  EAI_AGAIN: ['nxdomain', 'Hostname or domain name cannot be resolved'],
}

const alerts: Readonly<Record<string, readonly [alert: string, words: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ['bad_certificate', 'Fatal - Bad Certificate\\n selfsigned_peer'],
  SELF_SIGNED_CERT_IN_CHAIN: ['unknown_ca', 'Fatal - Unknown CA\\n'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['unknown_ca', 'Fatal - Unknown CA\\n'],
  UNABLE_TO_GET_ISSUER_CERT: ['unknown_ca', 'Fatal - Unknown CA\\n'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['unknown_ca', 'Fatal - Unknown CA\\n'],
  CERT_HAS_EXPIRED: ['certificate_expired', 'Fatal - Certificate Expired\\n'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'handshake_failure',
    'Fatal - Handshake Failure\\n {bad_cert,hostname_check_failed}',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: ['unexpected_message', 'Fatal - Unexpected Message\\n'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['unexpected_message', 'Fatal - Unexpected Message\\n'],
}

/** The maximum length of a server's error message that is shown. */
const longest = 2000

export function toErrorMessage(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/**
 * Returns the innermost error. The addresses of a host name are tried one after the other, so the last error tells
 * why none of them works.
 */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError) return innermost(error.errors.at(-1))
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error
}

export function toErrorCode(error: unknown): string {
  const inner = innermost(error)
  if (typeof inner !== 'object' || inner === null || !('code' in inner)) return ''
  return String(inner.code)
}

export const isTimeout = (error: unknown): boolean =>
  toErrorCode(error) === 'ETIMEDOUT' || /timed? ?out|timeout/i.test(toErrorMessage(error))

function findAlert(error: unknown): string | undefined {
  const found = alerts[toErrorCode(error)]
  if (found === undefined) return undefined
  const [alert, words] = found
  return `{tls_alert,{${alert},"TLS client: In state wait_cert_cr generated CLIENT ALERT: ${words}"}}`
}

/** Describes an error as EMQX prints the error of its runtime: `econnrefused`. */
export function atomWords(error: unknown): string {
  return (
    findAlert(error) ??
    posix[toErrorCode(error)]?.[0] ??
    (isTimeout(error) ? 'timeout' : toErrorMessage(innermost(error)))
  )
}

/** Describes an error as EMQX explains it: `Connection refused`. */
export function describeExplained(error: unknown): string {
  return (
    findAlert(error) ??
    posix[toErrorCode(error)]?.[1] ??
    (isTimeout(error) ? 'timeout' : toErrorMessage(innermost(error)))
  )
}
