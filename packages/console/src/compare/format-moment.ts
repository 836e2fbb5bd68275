/** As the broker gives a time: whole seconds in UTC. What is no time stays as it is. */
export function formatMoment(moment: unknown): unknown {
  const isTime = typeof moment === 'string' || typeof moment === 'number'
  const at = isTime ? new Date(typeof moment === 'number' ? moment * 1000 : moment) : undefined
  if (at === undefined || Number.isNaN(at.getTime())) return moment
  return at.toISOString().replace(/\.\d+Z$/, '+00:00')
}
