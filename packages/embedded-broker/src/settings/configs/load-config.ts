import type { HoconObject } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { printHocon } from '@brokerdeck/languages/hocon/print-hocon.ts'
import type { Config } from '../../config/config.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'

/** These roots are set when a node is started, and cannot change while it runs. */
const readOnly = ['cluster', 'node', 'rpc']

/** The maximum number of roots in a text; EMQX has about fifty. */
const mostRoots = 1000
/** The maximum number of errors that are reported: a text of megabytes may be wrong in every root. */
const mostErrors = 50

interface LoadOptions {
  readonly mode: 'merge' | 'replace'
  readonly ignore_readonly: boolean
}

/** The errors of this endpoint are JSON in plain text, by root. */
const toRefusal = (errors: unknown) => new ApiRefusal(400, JSON.stringify({ errors }))

/**
 * Writes the roots of a text one after the other, in the order of their names, once all of them have been validated.
 * As in EMQX, this is not a transaction: an error that occurs only when a root takes effect, such as a port in use,
 * leaves the other roots changed.
 */
export async function loadConfig(config: Config, text: string, options: LoadOptions): Promise<void> {
  const documents = readDocuments(text, options)
  const isMerge = options.mode === 'merge'
  const errors = await collectErrors(documents, async (name, document) => {
    if (!config.names().includes(name)) throw toRefusal(`{root_key_not_found,<<"${name}">>}`)
    await config.verify(name, document, { at: [name], isMerge, beside: documents })
  })
  if (errors !== undefined) throw toRefusal(errors)
  const failures = await collectErrors(documents, (name, document) =>
    config.put(name, document, { at: [name], isMerge, beside: documents }),
  )
  if (failures === undefined) return
  const said = Object.entries(failures).map(([name, reason]) =>
    failureWords(name, reason, documents[name], options.mode),
  )
  throw toRefusal(said.join(''))
}

/**
 * Formats a failure in EMQX's words. EMQX also prints the configuration that stays in effect, with all its secrets:
 * here only the sent document is repeated.
 */
function failureWords(name: string, reason: unknown, document: unknown, mode: string): string {
  const given = printHocon({ [name]: document })
  const words = typeof reason === 'string' ? reason : JSON.stringify(reason)
  return `Try to ${mode} with:\n\`\`\`\n${given}\`\`\`\n\nCan't ${mode} the new configurations!\nRoot key: ${name}\nReason: ${words}\n`
}

function readDocuments(text: string, options: LoadOptions): HoconObject {
  const parsed = parseHocon(text)
  if ('error' in parsed) throw toRefusal({ type: 'parse_error', ...parsed.error })
  const entries = Object.entries(parsed.value).sort(([a], [b]) => (a < b ? -1 : 1))
  const fixed = entries.find(([name]) => readOnly.includes(name))
  if (fixed !== undefined && !options.ignore_readonly) {
    const [name, value] = fixed
    const isClusterName = name === 'cluster' && JSON.stringify(value).startsWith('{"name"')
    throw toRefusal(`Cannot update read-only key '${isClusterName ? 'cluster.name' : name}'.`)
  }
  if (entries.length === 0) throw toRefusal('The configuration is empty.')
  if (entries.length > mostRoots) throw toRefusal(`The configuration has more than ${mostRoots} root keys.`)
  return Object.fromEntries(entries.filter(([name]) => !readOnly.includes(name)))
}

async function collectErrors(
  documents: HoconObject,
  run: (name: string, document: unknown) => Promise<void>,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const errors: [string, unknown][] = []
  for (const [name, document] of Object.entries(documents)) {
    try {
      await run(name, document)
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      errors.push([name, getMessage(error)])
      if (errors.length >= mostErrors) break
    }
  }
  return errors.length === 0 ? undefined : Object.fromEntries(errors)
}

/** Returns the errors that a refusal carries as JSON in its message, or else its text. */
function getMessage({ body }: ApiRefusal): unknown {
  const inner = typeof body === 'string' ? parseOrText(body) : body
  const said = isRecord(inner) ? (inner['errors'] ?? inner['message']) : inner
  return typeof said === 'string' ? parseOrText(said) : said
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The text is not JSON and is returned unchanged.
    return text
  }
}
