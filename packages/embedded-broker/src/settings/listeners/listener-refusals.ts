import type { PemProblem } from '../../certificates/certificates.ts'
import { type ApiRefusal, refusal } from '../../http/api-refusal.ts'

/** Erlang breaks a term that does not fit into 80 columns. */
const columns = 80

function toWord(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'einval'
  return code.toLowerCase()
}

/** Creates the refusal for a socket that could not be opened: `eaddrinuse`, `eaddrnotavail`, `eacces`. */
export function createStartRefusal(id: string, bind: string, error: unknown): ApiRefusal {
  return refusal(400, 'BAD_REQUEST', failureToStart(id, bind, error))
}

export function failureToStart(id: string, bind: string, error: unknown): string {
  const place = `${id}(${bind}) : `
  const reason = `{failed_to_start_child,listener,${toWord(error)}}}`
  const isLong = place.length + '{shutdown,'.length + reason.length > columns
  const term = `{shutdown,${isLong ? `\\n${' '.repeat(place.length + 4)}` : ''}${reason}`
  return `{failed_to_start,"${place}${term}"}`
}

const quoteText = (text: string): string => JSON.stringify(text)

/**
 * Creates the refusal for a certificate or key that is missing or invalid. As in EMQX, a text that cannot be a file
 * name is not repeated.
 */
export function badPem(option: string, path: string, problem: PemProblem): ApiRefusal {
  const fault =
    problem === 'not_file_path'
      ? 'file_path => not_file_path,pem_check => not_pem'
      : `file_path => ${quoteText(path)},pem_check => ${problem}`
  return badOption(option, fault)
}

export function missingPem(option: string): ApiRefusal {
  return badOption(option, 'reason => pem_file_path_or_string_is_required')
}

function badOption(option: string, fault: string): ApiRefusal {
  const term = `#{${fault},\n                  which_option => <<"${option}">>}`
  return refusal(400, 'BAD_REQUEST', `{bad_ssl_config,${term}}`)
}

/**
 * Creates the refusal for settings such as a bad cipher: EMQX starts the listener and then fails every handshake,
 * whereas this broker reports the error at once.
 */
export function badTls(error: unknown): ApiRefusal {
  const reason = error instanceof Error ? error.message : String(error)
  return refusal(400, 'BAD_REQUEST', `{bad_ssl_config,#{reason => ${quoteText(reason)}}}`)
}

export function unknownListener(): ApiRefusal {
  return refusal(404, 'BAD_LISTENER_ID', 'Listener id not found')
}
