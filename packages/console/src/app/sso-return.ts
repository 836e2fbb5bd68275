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
  /** Where the operator wanted to go. */
  readonly to: string
  readonly isKept: boolean
}

/** Somebody comes back from an identity provider, or follows a link that says so. */
export interface Arrival {
  readonly session: Session & { readonly backend: SsoBackend }
  /** What was said when this tab left; undefined if it never did. */
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

/** EMQX gives base64 of JSON and names no backend where SAML is meant. */
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
  // `+` is a letter of base64, and a blank in a query.
  return new URLSearchParams(query).get(parameter)?.replaceAll(' ', '+')
}

function withoutMeta(query: string): string {
  return query.replace(/([?&])login_meta=[^&]*&?/g, '$1').replace(/[?&]$/, '')
}

/** Reads `?login_meta=` of the address or of its fragment; the token is gone from both, and from the history, before anything else is done. */
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

/** Whose sign-in the broker has refused, as the Brokerdeck server says in the address. */
export interface RefusedReturn {
  readonly backend: SsoBackend
  readonly cause: SsoFailure
  /** Where the operator wanted to go, if this tab has left for the provider. */
  readonly to: string | undefined
}

/** Reads `?sso_refused=` and `&sso_cause=` and takes both out of the address: loading the page again must not say it again. */
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

/** Where to go on after the sign-in at the provider. */
export function targetOfDeparture({ to }: Departure): string {
  return safeTarget(to) ?? '/dashboard'
}
