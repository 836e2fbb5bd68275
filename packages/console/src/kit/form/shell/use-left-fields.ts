import { useEffect, useRef, useState } from 'react'

interface LeftFields {
  /** Whether the control, or one that holds it, was left. */
  has(path: string): boolean
  add(path: string): void
  clear(): void
}

/**
 * Controls that were left: from then on their faults are shown. A press that leaves one comes to its end first, for a
 * message that appears in between moves what the press was for.
 */
export function useLeftFields(): LeftFields {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const isPressing = useRef(false)
  const waiting = useRef<string[]>([])
  useEffect(() => {
    const press = () => {
      isPressing.current = true
    }
    const release = () => {
      isPressing.current = false
      const paths = waiting.current.splice(0)
      // The click itself comes right after the release.
      if (paths.length > 0) setTimeout(() => setLeft((known) => new Set([...known, ...paths])))
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return {
    has: (path) => [...left].some((one) => path === one || path.startsWith(`${one}.`)),
    add(path) {
      if (isPressing.current) waiting.current.push(path)
      else setLeft((known) => (known.has(path) ? known : new Set([...known, path])))
    },
    clear: () => setLeft(new Set()),
  }
}
