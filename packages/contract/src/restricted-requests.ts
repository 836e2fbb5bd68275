import type { Restriction } from './console-server.ts'
import type { ErrorCode } from './endpoint.ts'

export const restrictionCodes = {
  payloads: 'PAYLOADS_HIDDEN',
  publish: 'PUBLISH_OFF',
  export: 'EXPORT_OFF',
} as const satisfies Readonly<Record<Restriction, ErrorCode>>

/** What clients said, wherever a broker tells it; files and backups hold it as well. */
const payloads =
  /^(mqtt\/retainer\/message(\/|$)|mqtt\/delayed\/messages\/[^/]+\/|clients\/.+\/(mqueue|inflight)_messages$|trace\/.+\/(log|download)$|file_transfer\/file$|data\/files\/|gateways\/lwm2m\/clients\/.+\/lookup$)/is
/** What reaches clients; trying a rule runs its actions. */
const publish =
  /^(publish(\/bulk)?$|gateways\/(coap|lwm2m)\/clients\/.+\/(request|read|write|observe)$|rules\/.+\/test$)/is
/** What leaves as a file. */
const exported = /^(data\/files\/|trace\/.+\/download$|file_transfer\/file$)/is
const queued = /^clients\/.+\/(mqueue|inflight)_messages$/is
const request = /^gateways\/coap\/clients\/.+\/request$/is

/**
 * Which of them a request meets. The target is as it is sent: whoever stands behind may read a path in more ways than
 * one, so each reading counts, and steps out of a folder are refused.
 */
export function restrictionOn(
  closed: readonly Restriction[],
  method: string,
  target: string,
): Restriction | undefined {
  if (closed.length === 0) return undefined
  const [sent = ''] = target.split(/[?#]/)
  const query = target.includes('#') ? '' : target.slice(sent.length + 1)
  // A topic may hold `/api/v5/` as well, and so may the path below which the console is.
  const paths = listReadings(sent).flatMap((path) =>
    [...path.matchAll(/(?<=\/api\/v5\/)/gi)].map(({ index }) => path.slice(index)),
  )
  if (paths.some((path) => path.split('/').some((part) => part === '.' || part === '..'))) return closed[0]
  const isReading = method === 'GET' || method === 'HEAD'
  const meets = (what: Restriction) => {
    const is = (pattern: RegExp) => paths.some((path) => pattern.test(path))
    if (what === 'publish') return !isReading && is(publish)
    if (what === 'export') return isReading && is(exported)
    // A list of messages may be asked for without what is in them.
    // By itself it would take a question mark at its beginning for none of the query.
    const isWithout = new URLSearchParams(`&${query}`).getAll('payload').join() === 'none'
    const gives = (path: string) => payloads.test(path) && !(isWithout && queued.test(path))
    return is(request) || (isReading && paths.some(gives))
  }
  return closed.find(meets)
}

/** As it is, and decoded as often as others may do it, byte by byte: it may hold what is no UTF-8. */
function listReadings(path: string): readonly string[] {
  const once = (text: string) =>
    text.replaceAll(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const readings = [path, once(path), once(once(path))]
  return readings.map((reading) => reading.replaceAll(/\/{2,}/g, '/').replace(/\/$/, ''))
}
