import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

const shown = new Set<() => void>()

/** Takes away what was rendered before; the end of a test does so by itself. */
export function cleanup(): void {
  for (const takeAway of [...shown]) takeAway()
}

/**
 * One component in the document, by the React that ships: the testing library's own `render` needs the development
 * build, which takes three times as long.
 */
export function render(element: ReactNode) {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const show = (next: ReactNode) => flushSync(() => root.render(next))
  const takeAway = () => {
    if (!shown.delete(takeAway)) return
    flushSync(() => root.unmount())
    container.remove()
  }
  shown.add(takeAway)
  onTestFinished(takeAway)
  show(element)
  return { container, rerender: show }
}
