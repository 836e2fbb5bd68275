import { useSyncExternalStore } from 'react'
import type { ConnectionFacts } from './connection-facts.ts'
import type { TestConnection } from './test-connection.ts'

export function useConnectionFacts({ facts }: TestConnection): ConnectionFacts {
  return useSyncExternalStore(facts.subscribe, facts.get)
}
