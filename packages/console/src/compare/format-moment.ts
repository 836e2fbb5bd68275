/** Formats a time as the broker does: whole seconds in UTC. A value that is no time is returned unchanged. */
export function formatMoment(moment: unknown): unknown {
  const isTime = typeof moment === 'string' || typeof moment === 'number'
  const at = isTime ? new Date(typeof moment === 'number' ? moment * 1000 : moment) : undefined
  if (at === undefined || Number.isNaN(at.getTime())) return moment
  return at.toISOString().replace(/\.\d+Z$/, '+00:00')
}
