import { useEffect, useState } from 'react'

/**
 * Puts the focus where it was when a dialog came, once the dialog is gone and unless somebody has taken it meanwhile.
 * Mantine does so only for dialogs that stay mounted while they are closed.
 */
export function useFocusGivenBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const { activeElement, body } = document
      const isLost = activeElement === null || activeElement === body
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
