import { randomBytes } from 'node:crypto'
import { type SsoBackend, ssoBackends } from '@brokerdeck/contract/console-server.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import {
  type SsoSettings,
  type SsoStatus,
  ssoBackendSettings,
  ssoSettingsSchema,
} from '@brokerdeck/contract/system/sso.ts'
import * as v from 'valibot'
import { type LdapAnswer, type LdapQuery, openLdap } from '../../backends/ldap-resource.ts'
import { renderDn, renderFilter } from '../../backends/ldap-template.ts'
import type { Resource } from '../../backends/resource.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import { keepSecrets, maskSecrets } from '../../config/secrets.ts'
import type { Clock } from '../../runtime/clock.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { oidcShape, ProviderNotReady, startOidc, userOfOidc } from './oidc-provider.ts'

const kind = 'sso'
const ldapShape = v.object({ base_dn: v.string(), filter: v.string() })
const isAsked = (name: string) => name === 'username'

/** A login in progress, for which the browser is at the provider. */
interface Away {
  readonly verifier: string
  readonly until: number
}
const mostAway = 1000

/** The name of an external user, or EMQX's word for why the login failed. */
export type SignIn = { readonly username: string } | { readonly reason: string }

/**
 * Implements single sign-on: an LDAP directory and an OpenID Connect provider are actually queried, SAML is not
 * implemented.
 */
export class SingleSignOn {
  readonly #store: Store
  readonly #clock: Clock
  readonly #settings = new Map<SsoBackend, SsoSettings>()
  readonly #away = new Map<string, Away>()
  #directory: Resource<LdapQuery, LdapAnswer> | undefined

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#reload()
    store.onRefused(kind, () => this.#reload())
    this.#openDirectory()
  }

  #reload(): void {
    this.#settings.clear()
    for (const [, settings] of readRecords(this.#store, kind, ssoSettingsSchema)) {
      this.#settings.set(settings.backend, settings)
    }
  }

  /** Returns the settings as responses show them: secrets masked, durations as numbers. */
  list(): SsoSettings[] {
    return ssoBackends.flatMap((backend) => this.get(backend) ?? [])
  }

  get(backend: SsoBackend): SsoSettings | undefined {
    const settings = this.#settings.get(backend)
    return (
      settings && v.parse(ssoSettingsSchema, withNumbers(maskSecrets(ssoBackendSettings[backend], settings)))
    )
  }

  /** Stores the settings, even if they cannot be used. */
  async put(given: SsoSettings): Promise<void> {
    const { backend } = given
    const schema = ssoBackendSettings[backend]
    const settings = v.parse(ssoSettingsSchema, keepSecrets(schema, given, this.#settings.get(backend)))
    this.#settings.set(backend, settings)
    await this.#store.put(kind, backend, settings)
    if (backend !== 'ldap') return
    await this.close()
    this.#openDirectory()
    await this.#directory?.started
  }

  async remove(backend: SsoBackend): Promise<boolean> {
    if (!this.#settings.delete(backend)) return false
    await this.#store.remove(kind, backend)
    if (backend === 'ldap') await this.close()
    return true
  }

  /** Returns the status. An OpenID Connect provider counts as running before its first use (5.8.9). */
  status(backend: SsoBackend): SsoStatus {
    const enable = this.#settings.get(backend)?.enable === true
    const fault = enable ? this.#findFault(backend) : undefined
    return { backend, enable, running: enable && fault === undefined, last_error: fault ?? '' }
  }

  async byDirectory(username: string, password: string, node: string): Promise<SignIn> {
    const { base_dn, filter } = v.parse(ldapShape, this.#settings.get('ldap'))
    const directory = this.#directory
    if (directory === undefined) return { reason: 'ldap_query_failed' }
    const lookUp = () => username
    const search = {
      base: renderDn(base_dn, isAsked, lookUp),
      filter: renderFilter(filter, isAsked, lookUp),
      attributes: ['1.1'],
    }
    const found = await directory.ask({ search }, node).catch(() => undefined)
    if (found === undefined || found.entries.length > 1) return { reason: 'ldap_query_failed' }
    const [entry] = found.entries
    if (entry === undefined) return { reason: 'user_not_found' }
    const bound = await directory.ask({ bind: { dn: entry.dn, password } }, node).catch(() => undefined)
    if (bound === undefined) return { reason: 'ldap_bind_query_failed' }
    return bound.isBound ? { username } : { reason: 'invalidCredentials' }
  }

  /** Starts a login; resolves with the address to which the browser is redirected. */
  async toProvider(): Promise<{ readonly address: string } | { readonly reason: string }> {
    const settings = this.#oidc()
    const state = randomBytes(24).toString('base64url')
    try {
      const { address, verifier } = await startOidc(settings, state)
      this.#away.set(state, { verifier, until: this.#clock.now() + settings.session_expiry * 1000 })
      const [oldest] = this.#away.keys()
      if (this.#away.size > mostAway && oldest !== undefined) this.#away.delete(oldest)
      return { address }
    } catch (error) {
      if (error instanceof ProviderNotReady) return { reason: 'provider_not_ready' }
      throw error
    }
  }

  async fromProvider(state: string, code: string): Promise<SignIn> {
    const away = this.#away.get(state)
    this.#away.delete(state)
    if (away === undefined || away.until < this.#clock.now()) return { reason: 'session_not_exists' }
    try {
      const username = await userOfOidc(this.#oidc(), code, away.verifier)
      if (username === '') return { reason: 'Username can not be empty' }
      return username === 'undefined' ? { reason: 'Username can not be undefined' } : { username }
    } catch (error) {
      if (error instanceof ProviderNotReady) return { reason: 'provider_not_ready' }
      return { reason: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Returns the address of the console to which the browser finally returns from the provider. */
  consoleAddress(): string {
    return this.#oidc().dashboard_addr
  }

  async close(): Promise<void> {
    const directory = this.#directory
    this.#directory = undefined
    await directory?.close()
  }

  #oidc() {
    return v.parse(oidcShape, withNumbers(this.#settings.get('oidc')))
  }

  #openDirectory(): void {
    const settings = this.#settings.get('ldap')
    if (settings?.enable === true) this.#directory = openLdap(settings, { clock: this.#clock })
  }

  #findFault(backend: SsoBackend): string | undefined {
    if (backend === 'saml') return 'Failed to load metadata'
    if (backend === 'oidc') return undefined
    const status = this.#directory?.status ?? 'stopped'
    return status === 'connected' ? undefined : `Resource not valid, status: ${status}`
  }
}

/** Durations that responses show in milliseconds, in whatever unit they were written. */
const inMilliseconds = new Set(['query_timeout', 'request_timeout', 'hibernate_after'])

function withNumbers(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const duration =
        typeof inner === 'string' || typeof inner === 'number' ? parseDuration(inner) : undefined
      if (inMilliseconds.has(name)) return [name, duration ?? inner]
      if (name === 'session_expiry' && typeof inner === 'string') return [name, (duration ?? 0) / 1000]
      return [name, withNumbers(inner)]
    }),
  )
}
