export interface UpstreamProblem {
  readonly status: 502 | 504
  readonly code: 'UPSTREAM_UNREACHABLE' | 'UPSTREAM_TLS' | 'UPSTREAM_TIMEOUT'
  readonly message: string
}

export class UpstreamTimeout extends Error {
  override readonly name = 'UpstreamTimeout'
}

/** Thrown when the server responds, but not with valid HTTP. */
export class UpstreamNonsense extends Error {
  override readonly name = 'UpstreamNonsense'
}

const certificateCode =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_|INVALID_|HOSTNAME_MISMATCH|EPROTO)/

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name unknown',
  EAI_AGAIN: 'host name cannot be looked up at the moment',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'network unreachable',
  ECONNRESET: 'it closed the connection without an answer',
  EPIPE: 'it closed the connection while the request was sent',
}

function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Returns the cause of an error that only tells when it occurred: `NothingSent` of `forward.ts`. */
function unwrapCause(error: unknown): unknown {
  return error instanceof Error && error.name === 'NothingSent' ? error.cause : error
}

/** Returns the first error of an aggregate: a name with several addresses fails with one error for all of them. */
function unwrapAggregate(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error
}

/** OpenSSL's own text is `address:error:code:library:function:reason:file…`. */
function tlsReason(text: string): string {
  const parts = text.split(':')
  return parts[1] === 'error' && parts[5] !== undefined && parts[5] !== '' ? parts[5] : text
}

export function readUpstreamProblem(failure: unknown, url: URL): UpstreamProblem {
  const error = unwrapAggregate(unwrapCause(failure))
  const text = error instanceof Error ? error.message : String(error)
  const code = readErrorCode(error)
  if (error instanceof UpstreamTimeout || code === 'ETIMEDOUT') {
    return { status: 504, code: 'UPSTREAM_TIMEOUT', message: `${url.host} did not answer in time` }
  }
  if (error instanceof UpstreamNonsense) {
    return {
      status: 502,
      code: 'UPSTREAM_UNREACHABLE',
      message: `${url.host} cannot be understood: ${text}`,
    }
  }
  if (certificateCode.test(code)) {
    return {
      status: 502,
      code: 'UPSTREAM_TLS',
      message: `No secure connection to ${url.host}: ${tlsReason(text)}`,
    }
  }
  const reason = networkReasons[code] ?? text
  return { status: 502, code: 'UPSTREAM_UNREACHABLE', message: `${url.host} cannot be reached: ${reason}` }
}
