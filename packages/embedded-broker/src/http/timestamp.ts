/** `2026-11-21T08:40:16.593+00:00`, as the broker prints times. */
export function formatTime(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString().replace('Z', '+00:00')
}

/** The same in whole seconds. */
export function formatSeconds(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().replace('.000Z', '+00:00')
}
