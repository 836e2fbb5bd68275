import { useSyncExternalStore } from 'react'
import { inFlight, onInFlightChange } from '#api/in-flight.ts'
import classes from './progress.module.css'

/** A thin line while somebody waits for an answer; polls in the background do not count. */
export function ProgressBar() {
  const { count } = useSyncExternalStore(onInFlightChange, inFlight)
  return <div className={classes['bar']} aria-hidden="true" data-busy={count > 0 || undefined} />
}
