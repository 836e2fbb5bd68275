import { onSessionChange } from '#api/session.ts'
import { connectWorker } from '#domain/mqtt-link/connect-worker.ts'
import type { ExplorerCommand } from '#features/diagnose/topic-explorer/engine/explorer-command.ts'
import {
  type ExplorerEvent,
  type ExplorerView,
  explorerEventSchema,
  type TopicHistoryEvent,
} from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import { type ListedSource, notLoaded, SourceLoader, type SourceState } from './source-loader.ts'

export interface ExplorerState {
  /** The latest view; undefined until the worker has responded. */
  readonly view: ExplorerView | undefined
  readonly history: TopicHistoryEvent | undefined
  readonly routes: SourceState
  readonly retained: SourceState
  /** The worker's error message, if it has failed. */
  readonly failure: string | undefined
}

export interface CapturedPayload {
  readonly payload: Uint8Array
  readonly contentType: string | undefined
}

const empty: ExplorerState = {
  view: undefined,
  history: undefined,
  routes: notLoaded,
  retained: notLoaded,
  failure: undefined,
}

/**
 * Holds the page's half of the explorer. It outlives the page, so that a capture and its messages survive a visit to
 * another page.
 */
export class ExplorerStore {
  readonly loaders: Readonly<Record<ListedSource, SourceLoader>> = {
    routes: this.#loader('routes'),
    retained: this.#loader('retained'),
  }
  readonly #worker: Worker
  readonly #port: ReturnType<typeof connectWorker<ExplorerCommand, ExplorerEvent>>
  readonly #listeners = new Set<() => void>()
  readonly #asked = new Map<number, (found: CapturedPayload | undefined) => void>()
  #state = empty
  #asks = 0

  constructor() {
    this.#worker = new Worker(new URL('./engine/topic-explorer-worker.ts', import.meta.url), {
      type: 'module',
    })
    this.#worker.addEventListener('error', ({ message }) => this.#change({ failure: message }))
    this.#port = connectWorker<ExplorerCommand, ExplorerEvent>(this.#worker, explorerEventSchema, (event) =>
      this.#hear(event),
    )
    for (const loader of Object.values(this.loaders)) loader.turn(true)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly get = (): ExplorerState => this.#state

  readonly send = (command: ExplorerCommand): void => {
    this.#port.send(command)
  }

  /** Requests a payload; resolves with undefined if it is no longer kept. */
  requestPayload(topic: string, seq: number): Promise<CapturedPayload | undefined> {
    this.#asks += 1
    const ask = this.#asks
    this.send({ kind: 'ask-payload', ask, topic, seq })
    return new Promise((resolve) => this.#asked.set(ask, resolve))
  }

  close(): void {
    for (const loader of Object.values(this.loaders)) loader.stop()
    this.#port.close()
  }

  #loader(source: ListedSource): SourceLoader {
    return new SourceLoader(source, {
      send: (command) => this.send(command),
      changed: (state) => this.#change({ [source]: state }),
    })
  }

  #hear(event: ExplorerEvent): void {
    if (event.kind === 'view') this.#change({ view: event })
    else if (event.kind === 'history') this.#change({ history: event })
    else {
      const { ask, payload, contentType } = event
      this.#asked.get(ask)?.(payload === undefined ? undefined : { payload, contentType })
      this.#asked.delete(ask)
    }
  }

  #change(change: Partial<ExplorerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}

let current: ExplorerStore | undefined

/** Returns the store of the session; a user who signs in next gets a new store. */
export function explorerStore(): ExplorerStore {
  if (current !== undefined) return current
  const store = new ExplorerStore()
  const forget = onSessionChange((session) => {
    if (session !== undefined) return
    forget()
    store.close()
    current = undefined
  })
  current = store
  return store
}
