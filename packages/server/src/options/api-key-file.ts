import { statSync } from 'node:fs'
import { StartError } from '#lib/start-error.ts'
import type { GivenOption } from './declared-options.ts'
import { readTextFile } from './given-options.ts'

/** An API key, as the broker gives it once. */
export interface ApiKey {
  readonly key: string
  readonly secret: string
}

/** Bytes; a key and its secret are far shorter. */
const longestKeyFile = 4_096

/** `KEY:SECRET`, or one on each of two lines. What cannot be read is not repeated: it may be the secret. */
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

/** What to tell the operator of a file that others can read. Windows has no such modes. */
export function warnOfOpenFile(file: GivenOption | undefined): readonly string[] {
  const isOpen =
    file !== undefined && process.platform !== 'win32' && (statSync(file.value).mode & 0o077) !== 0
  return isOpen ? [`${file.origin}: others on this machine can read this file; chmod 600 it`] : []
}
