export interface ParsedFilter {
  readonly filter: string
  readonly group: string | undefined
}

const maxBytes = 65_535

function isValidText(text: string): boolean {
  return text.length > 0 && !text.includes('\0') && Buffer.byteLength(text) <= maxBytes
}

/** MQTT-3.3.2-2: a topic name has no wildcards. */
export function isValidTopic(topic: string): boolean {
  return isValidText(topic) && !topic.includes('+') && !topic.includes('#')
}

/** MQTT-4.7.1-1 … 4.7.1-3, without a share prefix. */
export function isValidFilter(filter: string): boolean {
  if (!isValidText(filter)) return false
  const levels = filter.split('/')
  return levels.every((level, index) => {
    if (level === '#') return index === levels.length - 1
    return level === '+' || !/[+#]/.test(level)
  })
}

/** Undefined when a share prefix is incomplete (MQTT-4.8.2-1, 4.8.2-2). */
export function parseFilter(topic: string): ParsedFilter | undefined {
  if (topic.startsWith('$queue/')) {
    const filter = topic.slice('$queue/'.length)
    return filter === '' ? undefined : { filter, group: '$queue' }
  }
  if (!topic.startsWith('$share/')) return { filter: topic, group: undefined }
  const end = topic.indexOf('/', '$share/'.length)
  if (end === -1) return undefined
  const group = topic.slice('$share/'.length, end)
  const filter = topic.slice(end + 1)
  if (group === '' || /[+#]/.test(group) || filter === '') return undefined
  return { filter, group }
}

export function formatSharedTopic(group: string, filter: string): string {
  return group === '$queue' ? `$queue/${filter}` : `$share/${group}/${filter}`
}
