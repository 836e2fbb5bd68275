import { useSyncExternalStore } from 'react'
import { type Connection, currentConnection, onConnectionChange } from '#api/connection.ts'

export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, currentConnection)
}
