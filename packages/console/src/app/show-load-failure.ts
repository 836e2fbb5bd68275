import { findLoadFailure } from '#app/error-pages/load-failure.ts'
import { reloadPage } from '#app/preferences/reload-page.ts'
import { errorPages as m } from './messages.ts'

/** Reports that the entry itself could not be loaded. Only the document is available to render the message. */
export function showLoadFailure(element: HTMLElement, error: unknown): void {
  const main = document.createElement('main')
  const heading = document.createElement('h1')
  const hint = document.createElement('p')
  const button = document.createElement('button')
  heading.textContent = findLoadFailure(error) === 'style' ? m.cssFailed : m.chunkFailed
  hint.textContent = m.chunkHint
  button.textContent = m.reload
  button.addEventListener('click', reloadPage)
  main.style.padding = '24px'
  main.append(heading, hint, button)
  element.replaceChildren(main)
}
