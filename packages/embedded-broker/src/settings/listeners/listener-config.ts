import type { ListenerType } from '@brokerdeck/contract/settings/listeners.ts'
import * as v from 'valibot'
import type { Certificates } from '../../certificates/certificates.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { changedListener } from '../../config/listener-schema.ts'
import { mergeConfig } from '../../config/merge-config.ts'
import { keepSecrets, maskSecrets } from '../../config/secrets.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'
import type { BindAddress, ListenerId, ListenerSettings } from '../../listen/listener-settings.ts'
import { formatBind } from '../../listen/listening-place.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { UnreadableRecord } from '../../storage/store-errors.ts'
import { type ListenerDocument, listenerDocumentSchema } from './listener-document.ts'
import { keepListenerPems, listenerTls, tidyListenerPems } from './listener-tls.ts'
import { parseBind, toListenerSettings } from './to-listener-settings.ts'

/** A listener that the command line defines. */
export interface BuiltInListener {
  readonly id: ListenerId
  readonly address: BindAddress
  readonly isEnabled: boolean
}

const kind = 'listener'
/** `null` records that a built-in listener was deleted. */
const recordSchema = v.nullable(v.record(v.string(), v.unknown()))

type Raw = Readonly<Record<string, unknown>>

export function parseListenerId(
  id: string,
): { readonly type: ListenerType; readonly name: string } | undefined {
  const [, type, name = ''] = /^(tcp|ssl|ws|wss|quic):([^:]+)$/.exec(id) ?? []
  const known = v.safeParse(listenerDocumentSchema.entries.type, type)
  return known.success ? { type: known.output, name } : undefined
}

export const isListenerId = (id: string): id is ListenerId => parseListenerId(id) !== undefined

/** Stores the configured listeners and converts them to the settings of the sockets. */
export class ListenerConfig {
  readonly #store: Store
  readonly #certificates: Certificates
  readonly #builtIn: ReadonlyMap<string, BuiltInListener>
  readonly #documents = new Map<ListenerId, ListenerDocument>()

  constructor(store: Store, certificates: Certificates, builtIn: readonly BuiltInListener[]) {
    this.#store = store
    this.#certificates = certificates
    this.#builtIn = new Map(builtIn.map((one) => [one.id, one]))
    this.#reload()
    store.onRefused(kind, () => this.#reload())
  }

  #reload(): void {
    this.#documents.clear()
    const stored = new Map(readRecords(this.#store, kind, recordSchema))
    for (const { id, isEnabled } of this.#builtIn.values()) {
      if (!stored.has(id)) this.#documents.set(id, this.complete(id, { enable: isEnabled }))
    }
    for (const [id, record] of stored) {
      if (record !== null && isListenerId(id)) this.#documents.set(id, this.#read(id, record))
    }
  }

  ids(): ListenerId[] {
    return [...this.#documents.keys()].sort()
  }

  find(id: string): ListenerDocument | undefined {
    return isListenerId(id) ? this.#documents.get(id) : undefined
  }

  /** Returns the listener as responses show it, with its secrets masked. */
  toShown(document: ListenerDocument): Raw {
    return v.parse(v.record(v.string(), v.unknown()), maskSecrets(changedListener, document))
  }

  /** Returns the settings of all listeners, for a node that starts. */
  settings(): ListenerSettings[] {
    return [...this.#documents].map(([id, document]) => this.toSettings(id, document))
  }

  toSettings(id: ListenerId, document: ListenerDocument): ListenerSettings {
    const isRequired = this.#builtIn.has(id) && document.bind === this.#ownBind(id)
    return toListenerSettings(id, document, { isRequired, ...listenerTls(this.#certificates, document) })
  }

  /**
   * Merges the given fields into the listener, validates the result and stores its certificates. The listener itself
   * is not saved yet.
   */
  async merge(id: ListenerId, before: ListenerDocument | undefined, given: Raw): Promise<ListenerDocument> {
    return keepListenerPems(this.#certificates, id, this.check(id, before, given))
  }

  /** Does the same, but neither checks nor stores the certificates. */
  check(id: ListenerId, before: ListenerDocument | undefined, given: Raw): ListenerDocument {
    const { running, current_connections, id: _id, name, ...patch } = given
    const merged = keepSecrets(changedListener, mergeConfig(before ?? {}, patch), before)
    return this.complete(id, v.parse(v.record(v.string(), v.unknown()), merged))
  }

  async save(id: ListenerId, document: ListenerDocument): Promise<void> {
    this.#documents.set(id, document)
    const { bind, ...rest } = document
    // The bind address is not stored while it is unchanged, so the command line continues to determine it.
    await this.#store.put(kind, id, bind === this.#ownBind(id) ? rest : document)
    await tidyListenerPems(this.#certificates, id, document)
  }

  async remove(id: ListenerId): Promise<void> {
    this.#documents.delete(id)
    await (this.#builtIn.has(id) ? this.#store.put(kind, id, null) : this.#store.remove(kind, id))
    await tidyListenerPems(this.#certificates, id, undefined)
  }

  /** Returns the listener with all defaults, and with its address as the broker writes it. */
  complete(id: ListenerId, given: Raw): ListenerDocument {
    const type = parseListenerId(id)?.type
    const raw = { bind: this.#ownBind(id), ...given, id, type }
    const checked = configOrRefuse(changedListener, raw)
    const { id: _id, ...document } = v.parse(
      v.looseObject({ bind: v.union([v.string(), v.number()]) }),
      checked,
    )
    return v.parse(listenerDocumentSchema, { ...document, bind: formatBind(parseBind(document.bind)) })
  }

  #read(id: ListenerId, record: Raw): ListenerDocument {
    try {
      return this.complete(id, record)
    } catch (error) {
      if (error instanceof ApiRefusal || v.isValiError(error))
        throw new UnreadableRecord(kind, id, 'its settings are not those of a listener')
      throw error
    }
  }

  #ownBind(id: string): string | undefined {
    const address = this.#builtIn.get(id)?.address
    return address && formatBind(address)
  }
}
