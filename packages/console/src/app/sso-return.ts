import { loginAnswerSchema } from '@brokerdeck/contract/system/login.ts'
import { type SsoBackend, ssoBackends } from '@brokerdeck/contract/system/sso.ts'
import * as v from 'valibot'
import type { Session } from '#api/session.ts'
import { safeTarget } from './login-path.ts'

const parameter = 'login_meta'
const storageKey = 'ssoReturn'

const departureSchema = v.object({
  backend: v.picklist(ssoBackends),
  /** Where the operator wanted to go. */
  to: v.string(),
  isKept: v.boolean(),
})
export type Departure = v.InferOutput<typeof departureSchema>

/** EMQX gives base64 of JSON and names no backend where SAML is meant. */
const metaSchema = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text) => new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)))),
  v.parseJson(),
  v.object({
    ...loginAnswerSchema.entries,
    username: v.string(),
    backend: v.optional(v.picklist(ssoBackends), 'saml'),
  }),
)

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
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), departureSchema), stored)
  return parsed.success ? parsed.output : undefined
}

function metaOf(query: string): string | undefined {
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
  const meta = metaOf(location.search) ?? metaOf(hashQuery)
  if (meta === undefined) return undefined
  const address = `${location.pathname}${withoutMeta(location.search)}${fragment}${withoutMeta(hashQuery)}`
  history.replaceState(null, '', address)
  const departure = takeDeparture()
  const parsed = v.safeParse(metaSchema, meta)
  if (!parsed.success) return undefined
  const { license, ...answer } = parsed.output
  return { session: { ...answer, edition: license.edition }, departure }
}

/** Where to go on after the sign-in at the provider. */
export function targetOfDeparture({ to }: Departure): string {
  return safeTarget(to) ?? '/dashboard'
}
