import { useSyncExternalStore } from 'react'
import type { TestConnection } from './test-connection.ts'

/** Ids of the connections with messages that nobody looked at; names are drawn anew with them. */
export function useUnseen(connections: readonly TestConnection[]): ReadonlySet<string> {
  const subscribe = (listener: () => void) => {
    const stops = connections.map(({ facts }) => facts.subscribe(listener))
    return () => {
      for (const stop of stops) stop()
    }
  }
  // A text: what is compared must be the same as long as nothing changed.
  const print = () =>
    JSON.stringify(
      connections.map(({ facts }) => {
        const { id, hasUnseen, name } = facts.get()
        return { id, hasUnseen, name }
      }),
    )
  useSyncExternalStore(subscribe, print)
  return new Set(
    connections.flatMap(({ facts }) => {
      const { id, hasUnseen } = facts.get()
      return hasUnseen ? [id] : []
    }),
  )
}
