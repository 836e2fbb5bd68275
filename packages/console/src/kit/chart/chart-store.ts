import type { Span } from './align-tracks.ts'

/** The state shared by the charts of a page: the instant under the crosshair and the visible time span. */
export interface ChartState {
  readonly crosshair: number | undefined
  readonly zoom: Span | undefined
}

export interface ChartStore {
  get(): ChartState
  set(change: Partial<ChartState>): void
  subscribe(listener: () => void): () => void
}

export function createChartStore(): ChartStore {
  let state: ChartState = { crosshair: undefined, zoom: undefined }
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (change) => {
      const next = { ...state, ...change }
      if (next.crosshair === state.crosshair && next.zoom === state.zoom) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
