import { useEffect, useState } from 'react'
import type { CapturedPayload, ExplorerStore } from '../explorer-store.ts'

interface Found {
  readonly seq: number
  /** Undefined: it is not kept any more. */
  readonly message: CapturedPayload | undefined
}

/** The whole payload of a captured message; until a next one is here, the one before. */
export function useCapturedPayload(
  store: ExplorerStore,
  topic: string,
  seq: number | undefined,
): Found | undefined {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (seq === undefined) return
    let isWanted = true
    void store.payloadOf(topic, seq).then((message) => isWanted && setFound({ seq, message }))
    return () => {
      isWanted = false
    }
  }, [store, topic, seq])
  return seq === undefined ? undefined : found
}
