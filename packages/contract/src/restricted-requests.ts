import type { Restriction } from './console-server.ts'
import type { ErrorCode } from './endpoint.ts'

export const restrictionCodes = {
  payloads: 'PAYLOADS_HIDDEN',
  publish: 'PUBLISH_OFF',
  export: 'EXPORT_OFF',
} as const satisfies Readonly<Record<Restriction, ErrorCode>>

/** The paths that return payloads of clients; files and backups contain payloads as well. */
const payloads =
  /^(mqtt\/retainer\/message(\/|$)|mqtt\/delayed\/messages\/[^/]+\/|clients\/.+\/(mqueue|inflight)_messages$|trace\/.+\/(log|download)$|file_transfer\/file$|data\/files\/|gateways\/lwm2m\/clients\/.+\/lookup$)/is
/** The paths that publish to clients; testing a rule runs its actions. */
const publish =
  /^(publish(\/bulk)?$|gateways\/(coap|lwm2m)\/clients\/.+\/(request|read|write|observe)$|rules\/.+\/test$)/is
/** The paths that return a file. */
const exported = /^(data\/files\/|trace\/.+\/download$|file_transfer\/file$)/is
const queued = /^clients\/.+\/(mqueue|inflight)_messages$/is
const request = /^gateways\/coap\/clients\/.+\/request$/is

/**
 * Returns the restriction that applies to a request. The target is as it was sent. A server behind may decode the
 * path in several ways, so every reading is checked, and paths that leave a folder are rejected.
 */
export function restrictionOn(
  closed: readonly Restriction[],
  method: string,
  target: string,
): Restriction | undefined {
  if (closed.length === 0) return undefined
  const [sent = ''] = target.split(/[?#]/)
  const query = target.includes('#') ? '' : target.slice(sent.length + 1)
  // A topic, or the base path of the console, may contain `/api/v5/` as well.
  const paths = listReadings(sent).flatMap((path) =>
    [...path.matchAll(/(?<=\/api\/v5\/)/gi)].map(({ index }) => path.slice(index)),
  )
  if (paths.some((path) => path.split('/').some((part) => part === '.' || part === '..'))) return closed[0]
  const isReading = method === 'GET' || method === 'HEAD'
  const meets = (what: Restriction) => {
    const is = (pattern: RegExp) => paths.some((path) => pattern.test(path))
    if (what === 'publish') return !isReading && is(publish)
    if (what === 'export') return isReading && is(exported)
    // A list of messages may be requested without payloads. The `&` keeps URLSearchParams from removing a question
    // mark at the beginning of the query.
    const isWithout = new URLSearchParams(`&${query}`).getAll('payload').join() === 'none'
    const gives = (path: string) => payloads.test(path) && !(isWithout && queued.test(path))
    return is(request) || (isReading && paths.some(gives))
  }
  return closed.find(meets)
}

/** Returns the path as it is, and decoded once and twice, byte by byte, because it may contain invalid UTF-8. */
function listReadings(path: string): readonly string[] {
  const once = (text: string) =>
    text.replaceAll(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const readings = [path, once(path), once(once(path))]
  return readings.map((reading) => reading.replaceAll(/\/{2,}/g, '/').replace(/\/$/, ''))
}
