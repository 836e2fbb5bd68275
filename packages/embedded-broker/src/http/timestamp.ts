/** Formats a time as the broker prints it: `2026-11-21T08:40:16.593+00:00`. */
export function formatTime(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString().replace('Z', '+00:00')
}

/** Formats a time in whole seconds in the same way. */
export function formatSeconds(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().replace('.000Z', '+00:00')
}
