import { useDeferredValue, useEffect, useState } from 'react'

/** Characters above which what follows from a text is not worked out between two keys. */
const long = 10_000
/** Milliseconds after the last key. */
const pause = 150

/** A text that is typed, for what follows from it: it comes after the key, and if it is long once nobody types. */
export function useSettledText(text: string): string {
  const deferred = useDeferredValue(text)
  const [rested, setRested] = useState(text)
  const isLong = text.length > long
  useEffect(() => {
    if (!isLong) return
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text, isLong])
  return isLong ? rested : deferred
}
