import type { Store } from '../../storage/store.ts'
import type { DelayedMessage, Message, Subscription } from '../node/cluster.ts'
import type { OutboxEntry } from '../session/outbox.ts'
import { envelopeToRecord, findShared, messageToRecord } from './message-record.ts'
import { wholeRecords } from './whole-records.ts'

const toQueuedKey = (clientid: string, insertedAt: string) => `${clientid}\0${insertedAt}`
const awaitingKey = (clientid: string, packetId: number) => `${clientid}\0${packetId}`
const subscriptionKey = (clientid: string, topic: string) => `${clientid}\0${topic}`

export type RecordKind = 'session' | 'subscription' | 'queued' | 'awaiting' | 'retained' | 'delayed'

/**
 * Writes the records of the MQTT side into the store. A caller that must not acknowledge before the write awaits its
 * promise.
 */
export class Records implements Pick<Store, 'keys' | 'get'> {
  readonly #store: Store
  readonly #whole: Pick<Store, 'keys' | 'get'>
  readonly #open = new Set<Promise<void>>()
  /**
   * Writes that the store refused and that are tried again: records that are no longer needed must not return at the
   * next start.
   */
  readonly #owed = new Map<string, () => Promise<void>>()
  readonly #stopListening: () => void

  constructor(store: Store, onFailure: (error: Error) => void) {
    this.#store = store
    this.#whole = wholeRecords(store)
    this.#stopListening = store.onHealth((failure) => {
      if (failure === undefined) this.#payBack()
      else onFailure(failure)
    })
  }

  keys(kind: string): readonly string[] {
    return this.#store.keys(kind)
  }

  get(kind: string, key: string): unknown {
    return this.#whole.get(kind, key)
  }

  /** Tells whether the body of a record's message is stored apart from the record. */
  hasSharedBody(kind: RecordKind, key: string): boolean {
    return this.#store.shared(kind, key) !== undefined
  }

  onRefused(kind: RecordKind, takeBack: (keys: ReadonlySet<string>) => void): void {
    this.#store.onRefused(kind, takeBack)
  }

  putSession(clientid: string, record: unknown): Promise<void> {
    return this.#put('session', clientid, record)
  }

  putSubscription(clientid: string, subscription: Subscription): Promise<void> {
    const key = subscriptionKey(clientid, subscription.topic)
    return this.#put('subscription', key, { clientid, ...subscription })
  }

  removeSubscription(clientid: string, topic: string): Promise<void> {
    return this.removeKey('subscription', subscriptionKey(clientid, topic))
  }

  putQueued(clientid: string, entry: OutboxEntry): Promise<void> {
    const { insertedAt, packetId, isReleased, subscriptionIdentifier, share, message } = entry
    const record = { clientid, insertedAt, packetId, isReleased, subscriptionIdentifier, share }
    return this.#putMessage('queued', toQueuedKey(clientid, insertedAt), message, (written) => ({
      ...record,
      message: written,
    }))
  }

  removeQueued(clientid: string, entry: OutboxEntry): Promise<void> {
    return this.removeKey('queued', toQueuedKey(clientid, entry.insertedAt))
  }

  putAwaiting(clientid: string, packetId: number, since: number): Promise<void> {
    return this.#put('awaiting', awaitingKey(clientid, packetId), { clientid, packetId, since })
  }

  removeAwaiting(clientid: string, packetId: number): Promise<void> {
    return this.removeKey('awaiting', awaitingKey(clientid, packetId))
  }

  putRetained(message: Message): Promise<void> {
    return this.#putMessage('retained', message.topic, message, (written) => written)
  }

  putDelayed({ message, ...when }: DelayedMessage): Promise<void> {
    return this.#putMessage('delayed', message.id, message, (written) => ({ ...when, message: written }))
  }

  /**
   * Removes a record whose object is gone in any case: if the store refuses, the removal is retried until it
   * succeeds.
   */
  removeKey(kind: RecordKind, key: string): Promise<void> {
    return this.#watch(() => this.#store.remove(kind, key), `${kind}\0${key}`)
  }

  /** Removes a record whose object stays if the store refuses. */
  tryRemove(kind: RecordKind, key: string): Promise<void> {
    return this.#watch(() => this.#store.remove(kind, key))
  }

  /** Resolves when all writes begun so far are settled. */
  async settle(): Promise<void> {
    await Promise.allSettled([...this.#open])
    this.#stopListening()
  }

  #putMessage(
    kind: RecordKind,
    key: string,
    message: Message,
    recordOf: (written: object) => object,
  ): Promise<void> {
    const shared = findShared(message)
    if (shared === undefined) return this.#put(kind, key, recordOf(messageToRecord(message)))
    this.#owed.delete(`${kind}\0${key}`)
    return this.#watch(() => this.#store.put(kind, key, recordOf(envelopeToRecord(message)), shared))
  }

  #put(kind: RecordKind, key: string, record: unknown): Promise<void> {
    const debt = `${kind}\0${key}`
    this.#owed.delete(debt)
    const isOwed = kind === 'session' || kind === 'subscription'
    return this.#watch(() => this.#store.put(kind, key, record), isOwed ? debt : undefined)
  }

  #payBack(): void {
    const owed = [...this.#owed]
    this.#owed.clear()
    for (const [debt, write] of owed) this.#watch(write, debt).catch(() => undefined)
  }

  /**
   * Keeps track of a write. Many writes are not awaited: the store reports its failures. `debt` names a write that is
   * to be retried.
   */
  #watch(write: () => Promise<void>, debt?: string): Promise<void> {
    const promise = write()
    this.#open.add(promise)
    promise.then(
      () => this.#open.delete(promise),
      () => {
        this.#open.delete(promise)
        if (debt !== undefined) this.#owed.set(debt, write)
      },
    )
    return promise
  }
}
