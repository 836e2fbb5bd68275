import { useState } from 'react'

export const refreshSeconds = [0, 5, 30] as const
type RefreshSeconds = (typeof refreshSeconds)[number]

export interface RefreshChoice {
  /** 0: only when somebody asks. */
  readonly chosen: RefreshSeconds
  readonly choose: (seconds: RefreshSeconds) => void
  /** Why the list does not refresh itself now, whatever is chosen. */
  readonly whyOff: string | undefined
  /** What a query takes; undefined: off. */
  readonly pollSeconds: number | undefined
}

const known = (stored: string | null): RefreshSeconds | undefined =>
  refreshSeconds.find((seconds) => String(seconds) === stored)

/** How often a list asks again by itself, kept in the browser for each list. */
export function useRefreshChoice(
  storeKey: string,
  fallback: RefreshSeconds,
  whyOff: string | undefined,
): RefreshChoice {
  const [chosen, setChosen] = useState(() => known(localStorage.getItem(storeKey)) ?? fallback)
  return {
    chosen,
    choose: (seconds) => {
      setChosen(seconds)
      localStorage.setItem(storeKey, String(seconds))
    },
    whyOff,
    pollSeconds: whyOff !== undefined || chosen === 0 ? undefined : chosen,
  }
}
