import { StartError } from '#lib/start-error.ts'
import { warnOfOpenFile } from './api-key-file.ts'
import type { GivenOption, OptionName } from './declared-options.ts'
import { type GivenOptions, readTextFile, rereadFile } from './given-options.ts'
import { parseChoice, parsePageUrl, parseWholeNumber } from './option-values.ts'
import {
  type ClusterSource,
  type ClustersSource,
  conflict,
  type EmbeddedSource,
  orDefault,
} from './source-options.ts'

const notifyFormats = ['json', 'slack', 'alertmanager'] as const
export type NotifyFormat = (typeof notifyFormats)[number]

/** Configures the server's background health checks. */
export interface HealthWatchOptions {
  readonly intervalSeconds: number
  readonly warnings: readonly string[]
  readonly notify?: {
    /** The URL of the receiver, which is never printed, because everyone who knows it can post to it. */
    readonly url: URL
    /** Reads the URL from its file anew. */
    readonly readUrl?: () => URL
    readonly format: NotifyFormat
    /** The public URL of the console. */
    readonly console?: URL
  }
}

const further: readonly OptionName[] = [
  ...(['health-key-file', 'notify-url', 'notify-url-file', 'notify-format', 'notify-console'] as const),
]

export function readHealthWatch(
  given: GivenOptions,
  clusters: ReadonlyMap<string, GivenOptions> | undefined,
  source: EmbeddedSource | ClusterSource | ClustersSource,
): { readonly health?: HealthWatchOptions } {
  const interval = given.get('health-interval')
  const all = [given, ...(clusters?.values() ?? [])]
  if (interval === undefined) {
    const [misplaced] = further.flatMap((name) => all.flatMap((one) => one.get(name) ?? []))
    if (misplaced !== undefined) throw conflict(misplaced, 'needs --health-interval')
    return {}
  }
  const intervalSeconds = parseWholeNumber(interval, 30, 86_400)
  if (source.kind === 'embedded')
    throw conflict(interval, 'needs --broker or clusters: the embedded broker has no API key when it starts')
  if (!all.some((one) => one.has('health-key-file')))
    throw conflict(
      interval,
      source.kind === 'clusters'
        ? 'needs the health-key-file of at least one cluster'
        : 'needs --health-key-file, an API key of the cluster',
    )
  const notify = readNotify(given)
  if (notify === undefined && !given.has('metrics-port'))
    throw conflict(interval, 'needs --metrics-port or --notify-url: nobody would see the result')
  const warnings = all.flatMap((one) => [
    ...warnOfOpenFile(one.get('health-key-file')),
    ...warnOfOpenFile(one.get('notify-url-file')),
  ])
  return { health: { intervalSeconds, warnings, ...(notify && { notify }) } }
}

function readNotify(given: GivenOptions): HealthWatchOptions['notify'] {
  const [typed, file] = [given.get('notify-url'), given.get('notify-url-file')]
  const [format, console] = [given.get('notify-format'), given.get('notify-console')]
  const more = format ?? console
  if (typed !== undefined && file !== undefined)
    throw conflict(file, `and ${typed.origin} exclude each other`)
  const source = typed ?? file
  if (source === undefined && more !== undefined)
    throw conflict(more, 'needs --notify-url or --notify-url-file')
  if (source === undefined) return undefined
  const chosen = parseChoice(orDefault(given, 'notify-format', 'json'), notifyFormats)
  const readFrom = (one: GivenOption) =>
    parseNotifyUrl(one === file ? readTextFile(file, 'secret', longestUrlFile) : one.value, one, chosen)
  const url = readFrom(source)
  return {
    url,
    format: chosen,
    ...(file === undefined ? {} : { readUrl: rereadFile(file, url, readFrom) }),
    ...(console === undefined ? {} : { console: parsePageUrl(console) }),
  }
}

/** The maximum size of the file, in bytes. */
const longestUrlFile = 16_384

/** Parses the URL of the receiver; errors contain no part of it. */
function parseNotifyUrl(text: string, { origin }: GivenOption, format: NotifyFormat): URL {
  const trimmed = text.trim()
  const url = URL.canParse(trimmed) && !/\s/.test(trimmed) ? new URL(trimmed) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new StartError('BAD_VALUE', `${origin}: expected a URL that begins with http:// or https://`)
  url.hash = ''
  const path = url.pathname.replace(/\/+$/, '')
  if (format === 'alertmanager' && !path.endsWith('/api/v2/alerts')) url.pathname = `${path}/api/v2/alerts`
  return url
}
