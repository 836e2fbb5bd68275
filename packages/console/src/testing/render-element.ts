import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

const shown = new Set<() => void>()

/** Removes what was rendered before; this happens by itself at the end of a test. */
export function cleanup(): void {
  for (const takeAway of [...shown]) takeAway()
}

/**
 * Renders a component into the document with the production build of React: the testing library's own `render` needs
 * the development build, which takes three times as long.
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
