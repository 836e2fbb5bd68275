import { useState, useSyncExternalStore } from 'react'
import { type ExplorerState, type ExplorerStore, explorerStore } from './explorer-store.ts'

/** The explorer and what it knows now. */
export function useExplorer(): { readonly store: ExplorerStore; readonly state: ExplorerState } {
  const [store] = useState(explorerStore)
  return { store, state: useSyncExternalStore(store.subscribe, store.get) }
}
