import { parseShared } from '@brokerdeck/languages/topic.ts'

/**
 * Returns a subscribed filter as the client writes it. The broker lists the filter with the mountpoint in front
 * (behind the share prefix of a shared filter), and adds the mountpoint to any filter that it is told to unsubscribe.
 */
export function withoutMountpoint(topic: string, mountpoint: string | null | undefined): string {
  if (!mountpoint) return topic
  const { filter } = parseShared(topic)
  if (!filter.startsWith(mountpoint)) return topic
  return topic.slice(0, topic.length - filter.length) + filter.slice(mountpoint.length)
}
