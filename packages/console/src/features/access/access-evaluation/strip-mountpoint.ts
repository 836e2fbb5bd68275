import { parseShared } from '@brokerdeck/languages/topic.ts'

/**
 * Returns a subscription's filter as the client wrote it: the broker stores the filter with the mountpoint in front,
 * behind the share's prefix.
 */
export function stripMountpoint(topic: string, mountpoint: string): string {
  const { filter } = parseShared(topic)
  if (mountpoint === '' || !filter.startsWith(mountpoint)) return topic
  return `${topic.slice(0, topic.length - filter.length)}${filter.slice(mountpoint.length)}`
}
