/** An application out of sight, and the place where its operator signs in again. */
export interface HiddenSession {
  readonly login: HTMLElement
  takeBack(): void
}

/**
 * Hides what a session has left that ended without anybody's doing here, with its dialogs: nobody else may read it, and nothing typed in it is lost.
 */
export function hideSession(element: HTMLElement): HiddenSession {
  const { title } = document
  const hidden = [element, document.getElementById('overlays')].filter((one) => one !== null)
  const login = document.createElement('div')
  // A hidden dialog still holds the focus within itself, by the keys that reach the document.
  login.addEventListener('keydown', (event) => event.stopPropagation())
  for (const one of hidden) one.hidden = true
  element.after(login)
  return {
    login,
    takeBack: () => {
      login.remove()
      for (const one of hidden) one.hidden = false
      document.title = title
    },
  }
}
