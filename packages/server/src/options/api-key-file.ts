import { statSync } from 'node:fs'
import { StartError } from '#lib/start-error.ts'
import type { GivenOption } from './declared-options.ts'
import { readTextFile } from './given-options.ts'

/** An API key with its secret, which the broker returns only once. */
export interface ApiKey {
  readonly key: string
  readonly secret: string
}

/** The maximum size in bytes; a key and its secret are far shorter. */
const longestKeyFile = 4_096

/**
 * Reads `KEY:SECRET`, or the two on separate lines. Errors do not repeat invalid content, because it may be the
 * secret.
 */
export function readApiKey(file: GivenOption): ApiKey {
  const text = readTextFile(file, 'secret', longestKeyFile)
  const parts = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const pair = parts.length > 2 ? '' : parts.join(':')
  const [, key, secret] = /^([^\s:]{1,256}):([^\s:]{1,1024})$/.exec(pair) ?? []
  if (key !== undefined && secret !== undefined) return { key, secret }
  throw new StartError(
    'BAD_VALUE',
    `${file.origin}: expected KEY:SECRET on one line, or the key and the secret on two`,
  )
}

/** Returns a warning for the operator if other users can read the file. Windows has no such file modes. */
export function warnOfOpenFile(file: GivenOption | undefined): readonly string[] {
  const isOpen =
    file !== undefined && process.platform !== 'win32' && (statSync(file.value).mode & 0o077) !== 0
  return isOpen ? [`${file.origin}: others on this machine can read this file; chmod 600 it`] : []
}
