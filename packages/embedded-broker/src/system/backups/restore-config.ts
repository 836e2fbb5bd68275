import type { HoconObject } from '@brokerdeck/contract/hocon/parse-hocon.ts'
import type { Config } from '../../config/config.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'
import { BackupError } from './backup-error.ts'

/** Refuses a configuration with a value that the broker does not take; roots that only EMQX knows are looked at later. */
export function refuseBadConfig(document: HoconObject, config: Config): void {
  for (const root of config.names()) {
    const given = document[root]
    if (given === undefined) continue
    try {
      config.check(root, given, { at: [root] })
    } catch (error) {
      throw error instanceof ApiRefusal ? new BackupError(faultOf(error)) : error
    }
  }
}

/** Makes a root what the archive says. Returns what is wrong; the others go on. */
export async function restoreRoot(root: string, given: unknown, config: Config): Promise<string | undefined> {
  if (!config.names().includes(root)) return 'the embedded broker has no such configuration'
  try {
    await config.put(root, given, { at: [root] })
    return undefined
  } catch (error) {
    if (error instanceof ApiRefusal) return wordsOf(error)
    return error instanceof Error ? error.message : String(error)
  }
}

function messageOf({ body }: ApiRefusal): unknown {
  return typeof body === 'object' && body !== null && 'message' in body ? body.message : body
}

function wordsOf(refusal: ApiRefusal): string {
  const message = messageOf(refusal)
  return typeof message === 'string' ? message : JSON.stringify(message)
}

/** The broker says here as an object what it says elsewhere as JSON in a text. */
function faultOf(refusal: ApiRefusal): unknown {
  const words = wordsOf(refusal)
  try {
    const parsed: unknown = JSON.parse(words)
    const fault = Array.isArray(parsed) ? parsed[0] : parsed
    return { ...fault, schema_module: 'emqx_conf_schema' }
  } catch {
    // Not JSON: words, which are said as they are.
    return words
  }
}
