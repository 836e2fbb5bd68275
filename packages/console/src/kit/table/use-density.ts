import { useSyncExternalStore } from 'react'

export type Density = 'normal' | 'compact'

const KEY = 'tableDensity'
const listeners = new Set<() => void>()

function read(): Density {
  return localStorage.getItem(KEY) === 'compact' ? 'compact' : 'normal'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function store(density: Density): void {
  localStorage.setItem(KEY, density)
  for (const listener of listeners) listener()
}

/** Row height of every table: 36 or 28 px. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  return [useSyncExternalStore(subscribe, read), store]
}
