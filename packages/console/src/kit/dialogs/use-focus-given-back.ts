import { useEffect, useState } from 'react'

/**
 * Restores the focus from before a dialog opened, once the dialog is gone, unless another element has taken the focus
 * meanwhile. Mantine does so only for dialogs that stay mounted while they are closed.
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
