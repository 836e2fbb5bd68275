import type { HoconObject } from '@brokerdeck/contract/hocon/parse-hocon.ts'
import { parseHocon } from '@brokerdeck/contract/hocon/parse-hocon.ts'
import { ApiRefusal } from '../http/api-refusal.ts'
import type { Config } from '../world/config.ts'

/** Set where a node is started, never while it runs. */
const readOnly = ['cluster', 'node', 'rpc']

interface LoadOptions {
  readonly mode: 'merge' | 'replace'
  readonly ignore_readonly: boolean
}

/** What is refused here is said as JSON in plain text, by root. */
const refused = (errors: unknown) => new ApiRefusal(400, JSON.stringify({ errors }))

/** Writes every root of a text, or none if one of them is wrong. */
export async function loadConfig(config: Config, text: string, options: LoadOptions): Promise<void> {
  const documents = readDocuments(text, options)
  const isMerge = options.mode === 'merge'
  const errors = await errorsOf(documents, async (name, document) => {
    if (!config.names().includes(name)) throw refused(`{root_key_not_found,<<"${name}">>}`)
    await config.verify(name, document, { at: [name], isMerge })
  })
  if (errors !== undefined) throw refused(errors)
  for (const [name, document] of Object.entries(documents)) {
    const failure = await errorsOf({ [name]: document }, () =>
      config.put(name, document, { at: [name], isMerge }),
    )
    if (failure !== undefined) throw refused(failure)
  }
}

function readDocuments(text: string, options: LoadOptions): HoconObject {
  const parsed = parseHocon(text)
  if ('error' in parsed) throw refused({ type: 'parse_error', ...parsed.error })
  // Listeners first: whether a socket opens is only known by opening it.
  const entries = Object.entries(parsed.value).sort(
    ([a], [b]) => Number(b === 'listeners') - Number(a === 'listeners'),
  )
  const fixed = entries.find(([name]) => readOnly.includes(name))
  if (fixed !== undefined && !options.ignore_readonly) {
    const [name, value] = fixed
    const isClusterName = name === 'cluster' && JSON.stringify(value).startsWith('{"name"')
    throw refused(`Cannot update read-only key '${isClusterName ? 'cluster.name' : name}'.`)
  }
  if (entries.length === 0) throw refused('The configuration is empty.')
  return Object.fromEntries(entries.filter(([name]) => !readOnly.includes(name)))
}

async function errorsOf(
  documents: HoconObject,
  run: (name: string, document: unknown) => Promise<void>,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const errors: [string, unknown][] = []
  for (const [name, document] of Object.entries(documents)) {
    try {
      await run(name, document)
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      errors.push([name, saidOf(error)])
    }
  }
  return errors.length === 0 ? undefined : Object.fromEntries(errors)
}

/** The faults that a refusal carries as JSON in its message, else its words. */
function saidOf({ body }: ApiRefusal): unknown {
  const inner = typeof body === 'string' ? parsedOrText(body) : body
  const said = isRecord(inner) ? (inner['errors'] ?? inner['message']) : inner
  return typeof said === 'string' ? parsedOrText(said) : said
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: words, which are said as they are.
    return text
  }
}
