import { useState } from 'react'

interface RowKeys {
  readonly keys: readonly number[]
  readonly next: number
}

/** Keys of rows that have no identity of their own: a row keeps its key, and what its controls know, when another goes. */
export function useRowKeys(count: number) {
  const [state, setState] = useState<RowKeys>({ keys: [], next: 0 })
  const current = resized(state, count)
  if (current !== state) setState(current)
  return {
    keys: current.keys,
    forget: (at: number) => setState({ ...current, keys: current.keys.toSpliced(at, 1) }),
    move: (at: number, to: number) =>
      setState({
        ...current,
        keys: current.keys.toSpliced(at, 1).toSpliced(to, 0, ...current.keys.slice(at, at + 1)),
      }),
  }
}

/** Rows come and go at the end unless `forget` said otherwise. */
function resized(state: RowKeys, count: number): RowKeys {
  const { keys, next } = state
  const missing = count - keys.length
  if (missing === 0) return state
  if (missing < 0) return { keys: keys.slice(0, count), next }
  return {
    keys: [...keys, ...Array.from({ length: missing }, (_none, at) => next + at)],
    next: next + missing,
  }
}
