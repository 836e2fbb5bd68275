import { statSync } from 'node:fs'
import { type ApiKey, apiKeyShape, parseApiKey } from '../api-key-file.ts'
import type { Given } from '../declared-options.ts'
import { readTextFile } from '../given-options.ts'
import { StartError } from '../start-error.ts'

/** The API key in the file that an option names. What cannot be read is not repeated: it may be the secret. */
export function readHealthKey(file: Given): ApiKey {
  const found = parseApiKey(readTextFile(file, 'secret'))
  if (found !== undefined) return found
  throw new StartError('BAD_VALUE', `${file.origin}: ${apiKeyShape}`)
}

/** What to tell the operator of a file that others can read. Windows has no such modes. */
export function warnOfOpenFile(file: Given | undefined): readonly string[] {
  const isOpen =
    file !== undefined && process.platform !== 'win32' && (statSync(file.value).mode & 0o077) !== 0
  return isOpen ? [`${file.origin}: others on this machine can read this file; chmod 600 it`] : []
}
