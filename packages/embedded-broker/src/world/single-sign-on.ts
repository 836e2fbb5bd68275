import {
  type SsoBackend,
  type SsoSettings,
  ssoBackends,
  ssoSettingsSchema,
} from '@brokerdeck/contract/sso.ts'
import { readRecords } from '../storage/read-records.ts'
import type { Store } from '../storage/store.ts'

const kind = 'sso'

/**
 * Settings of the ways to sign in by somebody else. They are kept and shown; this broker reaches no provider, so none of
 * them ever runs. For the same reason secrets arrive here masked: nothing would read them.
 */
export class SingleSignOn {
  readonly #store: Store
  readonly #settings = new Map<SsoBackend, SsoSettings>()

  constructor(store: Store) {
    this.#store = store
    for (const [, settings] of readRecords(store, kind, ssoSettingsSchema)) {
      this.#settings.set(settings.backend, settings)
    }
  }

  list(): SsoSettings[] {
    return ssoBackends.flatMap((backend) => this.#settings.get(backend) ?? [])
  }

  get(backend: SsoBackend): SsoSettings | undefined {
    return this.#settings.get(backend)
  }

  async put(settings: SsoSettings): Promise<void> {
    this.#settings.set(settings.backend, settings)
    await this.#store.put(kind, settings.backend, settings)
  }

  async remove(backend: SsoBackend): Promise<boolean> {
    if (!this.#settings.delete(backend)) return false
    await this.#store.remove(kind, backend)
    return true
  }
}
