import { parseShared } from '@brokerdeck/languages/topic.ts'

/** A subscription's filter as the client wrote it: the broker keeps it behind the mountpoint, within the share's prefix. */
export function stripMountpoint(topic: string, mountpoint: string): string {
  const { filter } = parseShared(topic)
  if (mountpoint === '' || !filter.startsWith(mountpoint)) return topic
  return `${topic.slice(0, topic.length - filter.length)}${filter.slice(mountpoint.length)}`
}
