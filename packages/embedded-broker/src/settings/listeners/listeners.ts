import type { ListenerId, ListenerSettings } from '../../listen/listener-settings.ts'
import { answeringNode, runningNodes } from '../../mqtt/node/answering-node.ts'
import type { BrokerNode, Cluster, Listener } from '../../mqtt/node/cluster.ts'
import { Turns } from '../../storage/turns.ts'
import { isListenerId, type ListenerConfig } from './listener-config.ts'
import type { ListenerDocument } from './listener-document.ts'
import { createStartRefusal, failureToStart, unknownListener } from './listener-refusals.ts'

export interface ListenerOnNode {
  readonly node: BrokerNode
  readonly listener: Listener
}

type Raw = Readonly<Record<string, unknown>>

type ListenersDocument = Readonly<Record<string, Readonly<Record<string, Raw>>>>

function listEntries(document: ListenersDocument): (readonly [ListenerId, Raw])[] {
  return Object.entries(document).flatMap(([type, listeners]) =>
    Object.entries(listeners).map(([name, given]) => {
      const id = `${type}:${name}`
      if (!isListenerId(id)) throw unknownListener()
      return [id, given] as const
    }),
  )
}

/** The listeners of the cluster: applies the configuration to every node. */
export class Listeners {
  readonly config: ListenerConfig
  readonly #cluster: Cluster
  readonly #onFollowed: (node: string, failure: string | undefined) => void
  /** Changes run one at a time, so that sockets and configuration stay consistent. */
  readonly #turns = new Turns()

  /** `onFollowed` is called with the result of a change on a node that does not answer the request. */
  constructor(
    cluster: Cluster,
    config: ListenerConfig,
    onFollowed: (node: string, failure: string | undefined) => void = () => undefined,
  ) {
    this.#cluster = cluster
    this.#onFollowed = onFollowed
    this.config = config
  }

  find(id: string): ListenerDocument | undefined {
    return this.config.find(id)
  }

  /** Returns the listener on each running node. */
  onNodes(id: string): ListenerOnNode[] {
    return runningNodes(this.#cluster).flatMap((node) => {
      const listener = node.listeners.find((one) => one.id === id)
      return listener === undefined ? [] : [{ node, listener }]
    })
  }

  /** Returns the bind address as written, or the address on the first node if any free port was requested. */
  getBind(id: ListenerId, document: ListenerDocument): string {
    const isAnyPort = document.bind.endsWith(':0')
    return (isAnyPort ? this.onNodes(id)[0]?.listener.bind : undefined) ?? document.bind
  }

  /**
   * Returns all listeners by type and name, as in the configuration file: with their secrets, unless `shown` masks
   * them.
   */
  document(shown: (document: ListenerDocument) => Raw = (all) => all): Record<string, Record<string, Raw>> {
    const document: Record<string, Record<string, Raw>> = {}
    for (const id of this.config.ids()) {
      const [type = '', name = ''] = id.split(':')
      const found = this.find(id)
      const { type: _type, ...own }: Raw = found === undefined ? {} : shown(found)
      document[type] = { ...document[type], [name]: own }
    }
    return document
  }

  /** Throws if a listener of the document is invalid; certificates are not checked. */
  check(document: ListenersDocument): void {
    for (const [id, given] of listEntries(document)) this.config.check(id, this.find(id), given)
  }

  /** Creates and updates the listeners of the document; all other listeners stay. */
  async put(document: ListenersDocument): Promise<void> {
    for (const [id, given] of listEntries(document)) {
      await (this.find(id) === undefined ? this.create(id, given) : this.update(id, given))
    }
  }

  create(id: ListenerId, given: Raw): Promise<ListenerDocument> {
    return this.#turns.take(async () => {
      const document = await this.config.merge(id, undefined, given)
      try {
        await this.#apply(id, document)
        await this.config.save(id, document)
      } catch (error) {
        for (const node of this.#cluster.nodes) await node.removeListener(id)
        throw error
      }
      return document
    })
  }

  update(id: ListenerId, given: Raw): Promise<ListenerDocument> {
    return this.#change(id, async (before) => {
      const { bind, ...rest } = given
      return this.config.merge(id, before, bind === this.getBind(id, before) ? rest : given)
    })
  }

  setEnabled(id: ListenerId, isEnabled: boolean): Promise<ListenerDocument> {
    return this.#change(id, async (before) => ({ ...before, enable: isEnabled }))
  }

  /**
   * Restarts a listener as EMQX 5.8.9 does: its options are applied again while it listens, and no client is
   * disconnected.
   */
  restart(id: ListenerId): Promise<ListenerDocument> {
    return this.#change(id, async (before) => ({ ...before, enable: true }))
  }

  remove(id: ListenerId): Promise<void> {
    return this.#turns.take(async () => {
      if (this.find(id) === undefined) throw unknownListener()
      await this.config.remove(id)
      for (const node of this.#cluster.nodes) await node.removeListener(id)
    })
  }

  #change(
    id: ListenerId,
    toNext: (before: ListenerDocument) => Promise<ListenerDocument>,
  ): Promise<ListenerDocument> {
    return this.#turns.take(async () => {
      const before = this.find(id)
      if (before === undefined) throw unknownListener()
      const next = await toNext(before)
      await this.#apply(id, next)
      try {
        await this.config.save(id, next)
      } catch (error) {
        await this.#apply(id, before)
        throw error
      }
      return next
    })
  }

  /**
   * Applies the listener to the answering node first. If that fails, nothing else changes and the listener stays
   * closed there, as in EMQX. Another node that fails is shown as not running and raises an alarm. EMQX would not
   * answer later changes either.
   */
  async #apply(id: ListenerId, document: ListenerDocument): Promise<void> {
    const settings = this.config.toSettings(id, document)
    const first = answeringNode(this.#cluster)
    try {
      await first?.applyListener(settings)
    } catch (error) {
      throw createStartRefusal(id, document.bind, error)
    }
    const others = this.#cluster.nodes.filter((node) => node !== first)
    await Promise.all(others.map((node) => this.#follow(node, settings, document.bind)))
  }

  async #follow(node: BrokerNode, settings: ListenerSettings, bind: string): Promise<void> {
    try {
      await node.applyListener(settings)
      this.#onFollowed(node.name, undefined)
    } catch (error) {
      this.#onFollowed(node.name, failureToStart(settings.id, bind, error))
    }
  }
}
