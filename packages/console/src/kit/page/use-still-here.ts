import { useLocation, useRouter } from '@tanstack/react-router'

/**
 * Whether whoever asked for something that takes a moment is still on the same page, or on the way to no other: what
 * leads on, or asks something, would come too late otherwise.
 */
export function useStillHere(): () => boolean {
  const router = useRouter()
  const asked = useLocation({ select: ({ pathname }) => pathname })
  return () => router.latestLocation.pathname === asked
}
