import { useSyncExternalStore } from 'react'
import { formatDateTime, formatRelative, formatZone } from '#i18n/format-time.ts'
import { useTooltip } from './floating.tsx'

interface RelativeTimeProps {
  /** The time as an RFC 3339 text or in milliseconds since the epoch, as the broker returns it. */
  readonly at: string | number | null | undefined
  /** Puts the time into a phrase: `(time) => m.leftAgo(time)`. */
  readonly phrase?: (relative: string) => string
}

/** Shows a time such as "41 min ago", with the absolute time and its zone in the tooltip. */
export function RelativeTime({ at, phrase }: RelativeTimeProps) {
  const now = useNow()
  const instant = at === null || at === undefined || at === '' ? Number.NaN : new Date(at).getTime()
  const isKnown = Number.isFinite(instant)
  const { trigger, tooltip } = useTooltip<HTMLTimeElement>(
    isKnown ? () => `${formatDateTime(instant)} ${formatZone(instant)}` : undefined,
  )
  if (!isKnown) return <span className="dim">—</span>
  const relative = formatRelative(instant, now)
  return (
    <>
      <time {...trigger} dateTime={new Date(instant).toISOString()}>
        {phrase === undefined ? relative : phrase(relative)}
      </time>
      {tooltip}
    </>
  )
}

const TICK = 5000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const each of listeners) each()
    }, TICK)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Returns the current time, which is the same for everything on the page and advances every five seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
