import * as v from 'valibot'

const configSchema = v.object({
  routing: v.optional(v.picklist(['browser', 'hash']), 'hash'),
  mode: v.optional(v.picklist(['embedded', 'cluster']), 'cluster'),
  readOnly: v.optional(v.boolean(), false),
  brokerName: v.optional(v.string()),
})
export type ConsoleConfig = v.InferOutput<typeof configSchema>

/** Copied into a web server that does not template the page: hash routing, and the broker beside it. */
const dropInConfig: ConsoleConfig = { routing: 'hash', mode: 'cluster', readOnly: false }

export function parseConsoleConfig(content: string | null | undefined): ConsoleConfig {
  if (!content) return dropInConfig
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), configSchema), content)
  return parsed.success ? parsed.output : dropInConfig
}

/** What the serving `brokerdeck` command says about itself, in `<meta name="brokerdeck">`. */
export function consoleConfig(): ConsoleConfig {
  return parseConsoleConfig(document.querySelector('meta[name="brokerdeck"]')?.getAttribute('content'))
}
