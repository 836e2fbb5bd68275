import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { dropDialogs } from './dialog-store.ts'

/** Closes the dialogs after a navigation: a link in an open dialog leaves the page, but the dialog would stay. */
export function useClosedWhenLeft(): void {
  const path = useRouterState({ select: ({ location }) => location.href })
  const first = useRef(path)
  useEffect(() => {
    if (path !== first.current) dropDialogs()
  }, [path])
}
