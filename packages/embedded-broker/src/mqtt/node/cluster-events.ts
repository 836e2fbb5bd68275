import type { Faults } from '../../runtime/faults.ts'
import type { ClusterEvents } from './cluster.ts'

type Listeners = { [Name in keyof ClusterEvents]: Set<(event: ClusterEvents[Name]) => void> }

export class EventHub {
  readonly #listeners: Listeners = {
    connected: new Set(),
    disconnected: new Set(),
    connecting: new Set(),
    session: new Set(),
    subscribing: new Set(),
    unsubscribing: new Set(),
    subscribed: new Set(),
    unsubscribed: new Set(),
    published: new Set(),
    delivered: new Set(),
    acked: new Set(),
    authenticated: new Set(),
    answered: new Set(),
    authorized: new Set(),
    completed: new Set(),
    dropped: new Set(),
    unscreened: new Set(),
    'node-started': new Set(),
    'node-stopped': new Set(),
    'storage-failed': new Set(),
    overrun: new Set(),
  }
  readonly #faults: Faults

  constructor(faults: Faults) {
    this.#faults = faults
  }

  on<Name extends keyof ClusterEvents>(
    name: Name,
    listener: (event: ClusterEvents[Name]) => void,
  ): () => void {
    const listeners: Set<(event: ClusterEvents[Name]) => void> = this.#listeners[name]
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  /** Tells whether an event has listeners, so that frequent callers need not build events without a receiver. */
  isHeard(name: keyof ClusterEvents): boolean {
    return this.#listeners[name].size > 0
  }

  /**
   * Calls the listeners of an event. They run in the middle of the work that the event is about, so an exception or
   * rejection of a listener ends only the listener's own work.
   */
  emit<Name extends keyof ClusterEvents>(name: Name, event: ClusterEvents[Name]): void {
    for (const listener of this.#listeners[name]) {
      try {
        const done: unknown = listener(event)
        if (done instanceof Promise) done.catch((error: unknown) => this.#faults.report('event', name, error))
      } catch (error) {
        this.#faults.report('event', name, error)
      }
    }
  }
}
