import {
  isSsoBackend,
  type SsoBackend,
  type SsoFailure,
  ssoFailures,
} from '@brokerdeck/contract/console-server.ts'
import { readSession, type Session } from '#api/session.ts'
import { isObject, parseJson } from '#lib/parse-json.ts'
import { safeTarget } from './login-path.ts'

const parameter = 'login_meta'
const storageKey = 'ssoReturn'

export interface Departure {
  readonly backend: SsoBackend
  /** The page that the operator wanted to open. */
  readonly to: string
  readonly isKept: boolean
}

/** The arrival of a user who returns from an identity provider, or follows a link that claims so. */
export interface Arrival {
  readonly session: Session & { readonly backend: SsoBackend }
  /** The data stored when this tab left for the provider; undefined if it never left. */
  readonly departure: Departure | undefined
}

export function rememberDeparture(departure: Departure): void {
  sessionStorage.setItem(storageKey, JSON.stringify(departure))
}

function takeDeparture(): Departure | undefined {
  const stored = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const departure = parseJson(stored ?? '')
  if (!isObject(departure)) return undefined
  const { backend, to, isKept } = departure
  return isSsoBackend(backend) && typeof to === 'string' && typeof isKept === 'boolean'
    ? { backend, to, isKept }
    : undefined
}

/** Parses the session. EMQX sends base64 of JSON, and names no backend for SAML. */
function parseSession(meta: string): Arrival['session'] | undefined {
  const answer = parseJson(textOfBase64(meta))
  if (!isObject(answer)) return undefined
  const { token, version, username, role, license, backend = 'saml' } = answer
  const edition = isObject(license) ? license['edition'] : undefined
  const session = readSession({ token, version, username, role, edition })
  return session && isSsoBackend(backend) ? { ...session, backend } : undefined
}

const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

function textOfBase64(text: string): string {
  if (!base64.test(text)) return ''
  return new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)))
}

function parseMeta(query: string): string | undefined {
  // `+` is a character of base64, but a space in a query.
  return new URLSearchParams(query).get(parameter)?.replaceAll(' ', '+')
}

function withoutMeta(query: string): string {
  return query.replace(/([?&])login_meta=[^&]*&?/g, '$1').replace(/[?&]$/, '')
}

/**
 * Reads `?login_meta=` from the address or from its fragment; removes the token from both, and from the history,
 * before anything else is done.
 */
export function takeArrival(): Arrival | undefined {
  const [fragment = '', ...rest] = location.hash.split('?')
  const hashQuery = rest.length === 0 ? '' : `?${rest.join('?')}`
  const meta = parseMeta(location.search) ?? parseMeta(hashQuery)
  if (meta === undefined) return undefined
  const address = `${location.pathname}${withoutMeta(location.search)}${fragment}${withoutMeta(hashQuery)}`
  history.replaceState(null, '', address)
  const departure = takeDeparture()
  const session = parseSession(meta)
  return session && { session, departure }
}

/** A sign-in that the broker has refused, as the Brokerdeck server reports in the address. */
export interface RefusedReturn {
  readonly backend: SsoBackend
  readonly cause: SsoFailure
  /** The page that the operator wanted to open, if this tab has left for the provider. */
  readonly to: string | undefined
}

/**
 * Reads `?sso_refused=` and `&sso_cause=` and removes both from the address, so that a reload does not report the
 * refusal again.
 */
export function takeRefusedReturn(): RefusedReturn | undefined {
  const query = new URLSearchParams(location.search)
  const backend = query.get('sso_refused')
  if (backend === null) return undefined
  const cause = ssoFailures.find((known) => known === query.get('sso_cause')) ?? 'rejected'
  query.delete('sso_refused')
  query.delete('sso_cause')
  const rest = query.size === 0 ? '' : `?${query}`
  history.replaceState(null, '', `${location.pathname}${rest}${location.hash}`)
  return isSsoBackend(backend) ? { backend, cause, to: takeDeparture()?.to } : undefined
}

/** Returns the page to open after the sign-in at the provider. */
export function targetOfDeparture({ to }: Departure): string {
  return safeTarget(to) ?? '/dashboard'
}
