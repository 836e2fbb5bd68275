import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { dropDialogs } from './dialog-store.ts'

/** A link leads away from under an open dialog, which would stay. */
export function useClosedWhenLeft(): void {
  const path = useRouterState({ select: ({ location }) => location.href })
  const first = useRef(path)
  useEffect(() => {
    if (path !== first.current) dropDialogs()
  }, [path])
}
