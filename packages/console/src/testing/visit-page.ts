import { waitFor } from '@testing-library/dom'
import { expect, vi } from 'vitest'
import type { RenderedApp } from './render-app.ts'

/** Goes to another page within the console, and waits until it has been loaded and asks for nothing more. */
export async function visitPage({ network }: RenderedApp, path: string): Promise<void> {
  history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
  // The page before stays until the next one has been loaded.
  await network.settled()
  await vi.dynamicImportSettled()
  await waitFor(() => expect(document.querySelector('main h1')).not.toBeNull())
  await network.settled()
}

/** Whether pressing it would do something. */
export const isPressable = (element: Element) =>
  element.getAttribute('aria-disabled') !== 'true' && !element.matches(':disabled')
