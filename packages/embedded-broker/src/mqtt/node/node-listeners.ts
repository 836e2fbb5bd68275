import type { Accepted } from '../../listen/accepted.ts'
import type { ListenerId, ListenerSettings } from '../../listen/listener-settings.ts'
import type { Site } from '../../listen/listening-place.ts'
import { SocketListener } from '../../listen/socket-listener.ts'
import type { Listener } from './cluster.ts'

export interface DoorEvents {
  onAccept(listener: ListenerId, accepted: Accepted): void
  /** Called before a listener closes, to end its connections. */
  onClose(listener: string): void
  countConnections(listener: string): number
}

/** The listeners of a node. */
export class NodeListeners {
  readonly #doors = new Map<string, SocketListener>()
  readonly #site: Site
  readonly #events: DoorEvents
  readonly #wanted: () => readonly ListenerSettings[]
  #isNodeRunning = false

  constructor(site: Site, events: DoorEvents, wanted: () => readonly ListenerSettings[]) {
    this.#site = site
    this.#events = events
    this.#wanted = wanted
    this.#catchUp()
  }

  list(): Listener[] {
    return [...this.#doors.values()].map((door) => ({
      id: door.settings.id,
      settings: door.settings,
      bind: door.place,
      isRunning: door.isOpen,
      currentConnections: this.#events.countConnections(door.settings.id),
    }))
  }

  getSettings(listener: string): ListenerSettings | undefined {
    return this.#doors.get(listener)?.settings
  }

  /** Returns the settings for a new connection through a listener; undefined if the connection is refused. */
  admit(listener: string): ListenerSettings | undefined {
    const door = this.#doors.get(listener)
    if (door?.isOpen !== true) return undefined
    return this.#events.countConnections(listener) < door.settings.maxConnections ? door.settings : undefined
  }

  /**
   * Opens the listeners at the start of the node: rejects if a required listener cannot open; any other such listener
   * stays closed.
   */
  async openAll(): Promise<void> {
    this.#isNodeRunning = true
    this.#catchUp()
    for (const door of this.#doors.values()) {
      if (!door.settings.isEnabled) continue
      try {
        await door.open()
      } catch (error) {
        if (!door.settings.isRequired) continue
        await this.closeAll()
        throw error
      }
    }
  }

  async closeAll(): Promise<void> {
    this.#isNodeRunning = false
    await Promise.all([...this.#doors.values()].map((door) => door.close()))
  }

  async apply(settings: ListenerSettings): Promise<void> {
    const door = this.#doors.get(settings.id) ?? this.#add(settings)
    const before = door.settings
    if (door.isOpen && !settings.isEnabled) await this.close(settings.id)
    else if (door.isOpen && door.wouldMove(settings)) await this.#moveAway(door)
    door.use(settings)
    if (!settings.isEnabled || !this.#isNodeRunning) return
    try {
      await door.open()
    } catch (error) {
      door.use(before)
      throw error
    }
  }

  async close(id: string): Promise<void> {
    const door = this.#doors.get(id)
    if (door?.isOpen !== true) return
    this.#events.onClose(id)
    await door.close()
  }

  /**
   * Moves a listener to another address. As seen on 5.8.9, a WebSocket listener keeps its clients, any other listener
   * loses them.
   */
  async #moveAway(door: SocketListener): Promise<void> {
    const { id, type } = door.settings
    if (type === 'ws' || type === 'wss') door.leavePlace()
    else await this.close(id)
  }

  async remove(id: string): Promise<void> {
    await this.close(id)
    this.#doors.delete(id)
  }

  /** Applies the changes that were made to the settings while the node was stopped. */
  #catchUp(): void {
    const wanted = new Map(this.#wanted().map((settings) => [settings.id, settings]))
    for (const { settings } of [...this.#doors.values()]) {
      if (!wanted.has(settings.id)) this.#doors.delete(settings.id)
    }
    for (const settings of wanted.values()) {
      const door = this.#doors.get(settings.id)
      if (door === undefined) this.#add(settings)
      else door.use(settings)
    }
  }

  #add(settings: ListenerSettings): SocketListener {
    const { id } = settings
    const door = new SocketListener(settings, this.#site, (accepted) => this.#events.onAccept(id, accepted))
    this.#doors.set(id, door)
    return door
  }
}
