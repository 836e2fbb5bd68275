export const accessLogFormats = ['text', 'json'] as const
export type AccessLogFormat = (typeof accessLogFormats)[number]

/** A request that was answered. Its query and headers are left out, because they may contain secrets. */
export interface SeenRequest {
  readonly client: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly milliseconds: number
}

/** Replaces characters with which a client could control a terminal or begin a new line. */
function plain(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 2_000)
}

/** Formats one line, without the line break. */
export function formatAccess(format: AccessLogFormat, seen: SeenRequest, now: Date): string {
  const { method, status } = seen
  const [client, path] = [plain(seen.client), plain(seen.path)]
  const milliseconds = Math.round(seen.milliseconds * 10) / 10
  const time = now.toISOString()
  return format === 'json'
    ? JSON.stringify({ time, client, method, path, status, milliseconds })
    : `${time} ${client} ${method} ${path} ${status} ${milliseconds} ms`
}
