import type { Store } from '../storage/store.ts'
import type { DelayedMessage, Message } from './cluster.ts'
import { messageToRecord } from './message-record.ts'
import type { OutboxEntry } from './outbox.ts'

const queuedKey = (clientid: string, insertedAt: string) => `${clientid}\0${insertedAt}`
const awaitingKey = (clientid: string, packetId: number) => `${clientid}\0${packetId}`

type RecordKind = 'session' | 'queued' | 'awaiting' | 'retained' | 'delayed'

/** What the MQTT side writes into the store. Promises are for those who must not acknowledge before. */
export class Records {
  readonly #store: Store
  readonly #onFailure: (error: Error) => void
  readonly #open = new Set<Promise<void>>()

  constructor(store: Store, onFailure: (error: Error) => void) {
    this.#store = store
    this.#onFailure = onFailure
  }

  all(kind: RecordKind): ReadonlyMap<string, unknown> {
    return this.#store.all(kind)
  }

  putSession(clientid: string, record: unknown): Promise<void> {
    return this.#watch(this.#store.put('session', clientid, record))
  }

  removeSession(clientid: string): Promise<void> {
    return this.#watch(this.#store.remove('session', clientid))
  }

  putQueued(clientid: string, entry: OutboxEntry): Promise<void> {
    const { insertedAt, packetId, isReleased, subscriptionIdentifier, share, message } = entry
    const record = {
      clientid,
      insertedAt,
      packetId,
      isReleased,
      subscriptionIdentifier,
      share,
      message: messageToRecord(message),
    }
    return this.#watch(this.#store.put('queued', queuedKey(clientid, insertedAt), record))
  }

  removeQueued(clientid: string, entry: OutboxEntry): Promise<void> {
    return this.#watch(this.#store.remove('queued', queuedKey(clientid, entry.insertedAt)))
  }

  putAwaiting(clientid: string, packetId: number, since: number): Promise<void> {
    return this.#watch(
      this.#store.put('awaiting', awaitingKey(clientid, packetId), { clientid, packetId, since }),
    )
  }

  removeAwaiting(clientid: string, packetId: number): Promise<void> {
    return this.#watch(this.#store.remove('awaiting', awaitingKey(clientid, packetId)))
  }

  putRetained(message: Message): Promise<void> {
    return this.#watch(this.#store.put('retained', message.topic, messageToRecord(message)))
  }

  removeRetained(topic: string): Promise<void> {
    return this.#watch(this.#store.remove('retained', topic))
  }

  putDelayed({ message, ...when }: DelayedMessage): Promise<void> {
    return this.#watch(this.#store.put('delayed', message.id, { ...when, message: messageToRecord(message) }))
  }

  removeDelayed(id: string): Promise<void> {
    return this.#watch(this.#store.remove('delayed', id))
  }

  /** Removes what no longer parses or belongs to nobody. */
  removeKey(kind: RecordKind, key: string): Promise<void> {
    return this.#watch(this.#store.remove(kind, key))
  }

  /** Resolves when all writes begun so far are settled. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#open])
  }

  /** Reports failures here, because many writes are not awaited by anybody. */
  #watch(write: Promise<void>): Promise<void> {
    this.#open.add(write)
    write.then(
      () => this.#open.delete(write),
      (error: unknown) => {
        this.#open.delete(write)
        this.#onFailure(error instanceof Error ? error : new Error(String(error)))
      },
    )
    return write
  }
}
