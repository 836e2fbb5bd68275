import { waitFor } from '@testing-library/dom'
import { expect, vi } from 'vitest'
import type { RenderedApp } from './render-app.ts'

/** Goes to another page within the console, and waits until the page is loaded and sends no more requests. */
export async function visitPage({ network }: RenderedApp, path: string): Promise<void> {
  history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
  // The previous page stays until the next page has been loaded.
  await network.settled()
  await vi.dynamicImportSettled()
  await waitFor(() => expect(document.querySelector('main h1')).not.toBeNull())
  await network.settled()
}

/** Tells whether an element reacts to a press. */
export const isPressable = (element: Element) =>
  element.getAttribute('aria-disabled') !== 'true' && !element.matches(':disabled')
