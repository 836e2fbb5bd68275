import { useLocation, useRouter } from '@tanstack/react-router'

/**
 * Returns a function that tells whether the user is still on the same page, and not on the way to another: after a
 * slow request, a navigation or a dialog would otherwise come too late.
 */
export function useStillHere(): () => boolean {
  const router = useRouter()
  const asked = useLocation({ select: ({ pathname }) => pathname })
  return () => router.latestLocation.pathname === asked
}
