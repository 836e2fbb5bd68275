import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { topics } from '@brokerdeck/contract/traffic/topics.ts'
import { describeError, type ErrorDescription } from '#api/errors.ts'
import { request } from '#api/http.ts'
import type { ExplorerCommand } from '#features/diagnose/topic-explorer/engine/explorer-command.ts'

/** The sources that the API lists; the third source is a capture. */
export type ListedSource = 'routes' | 'retained'

export interface SourceState {
  readonly isOn: boolean
  readonly isLoading: boolean
  readonly loaded: number
  /** The total number that the broker reports; undefined if it reports none. */
  readonly total: number | undefined
  readonly hasMore: boolean
  /** The time of the latest response, in epoch milliseconds. */
  readonly at: number | undefined
  readonly problem: ErrorDescription | undefined
}

const pageSize = 1000
/** The number of entries that are loaded at once; the user can request more. */
export const loadedAtOnce = 10_000

export const notLoaded: SourceState = {
  isOn: false,
  isLoading: false,
  loaded: 0,
  total: undefined,
  hasMore: false,
  at: undefined,
  problem: undefined,
}

async function readPage(source: ListedSource, page: number, signal: AbortSignal) {
  const query = { page, limit: pageSize }
  if (source === 'routes') {
    const { data, meta } = await request(topics.list, { query }, { signal })
    const command: ExplorerCommand = { kind: 'add-routes', routes: data }
    return { command, meta, count: data.length }
  }
  const { data, meta } = await request(retainer.listMessages, { query }, { signal })
  const messages = data.map(({ topic, qos, publish_at: at, from_clientid: clientId }) => ({
    topic,
    qos,
    publishedAt: new Date(at).getTime(),
    clientId,
  }))
  const command: ExplorerCommand = { kind: 'add-retained', messages }
  return { command, meta, count: data.length }
}

interface LoaderHost {
  send(command: ExplorerCommand): void
  changed(state: SourceState): void
}

/** Loads one list of the broker into the tree, page by page; it never repeats a request by itself. */
export class SourceLoader {
  readonly #source: ListedSource
  readonly #host: LoaderHost
  #state = notLoaded
  #nextPage = 1
  #asking: AbortController | undefined

  constructor(source: ListedSource, host: LoaderHost) {
    this.#source = source
    this.#host = host
  }

  turn(isOn: boolean): void {
    this.stop()
    this.#nextPage = 1
    if (this.#state.loaded > 0) this.#host.send({ kind: 'forget', source: this.#source })
    this.#change({ ...notLoaded, isOn })
    if (isOn) void this.more()
  }

  /** Loads the next entries; after a failure, the missing ones. */
  async more(): Promise<void> {
    if (this.#asking !== undefined) return
    const asking = new AbortController()
    this.#asking = asking
    this.#change({ isLoading: true, problem: undefined })
    const until = this.#state.loaded + loadedAtOnce
    try {
      do {
        const { command, meta, count } = await readPage(this.#source, this.#nextPage, asking.signal)
        this.#nextPage += 1
        if (count > 0) this.#host.send(command)
        this.#change({
          loaded: this.#state.loaded + count,
          total: meta.count,
          hasMore: hasNextPage(meta),
          at: Date.now(),
        })
      } while (this.#state.hasMore && this.#state.loaded < until)
    } catch (error) {
      if (!asking.signal.aborted) this.#change({ problem: describeError(error) })
    } finally {
      if (this.#asking === asking) {
        this.#asking = undefined
        this.#change({ isLoading: false })
      }
    }
  }

  stop(): void {
    this.#asking?.abort()
    this.#asking = undefined
  }

  #change(change: Partial<SourceState>): void {
    this.#state = { ...this.#state, ...change }
    this.#host.changed(this.#state)
  }
}
