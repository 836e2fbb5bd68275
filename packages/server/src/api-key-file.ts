import { readFile } from 'node:fs/promises'
import { StartError } from './start-error.ts'

/** An API key, as the broker gives it once. */
export interface ApiKey {
  readonly key: string
  readonly secret: string
}

export const apiKeyShape = 'expected KEY:SECRET on one line, or the key and the secret on two'

/** `KEY:SECRET`, or one on each of two lines. */
export function parseApiKey(text: string): ApiKey | undefined {
  const lines = text.length > 4_096 ? [] : text.split(/\r?\n/).map((line) => line.trim())
  const parts = lines.filter((line) => line !== '')
  const pair = parts.length > 2 ? '' : parts.join(':')
  const [, key, secret] = /^([^\s:]{1,256}):([^\s:]{1,1024})$/.exec(pair) ?? []
  return key === undefined || secret === undefined ? undefined : { key, secret }
}

/** Of a file. Nothing of it is repeated: not even its path, which may be the secret. */
export async function readApiKeyFile(path: string): Promise<ApiKey> {
  const refusal = (reason: string) => new StartError('BAD_VALUE', `--key-file: ${reason}`)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it is none'
    throw refusal(`names no file that can be read: ${code}`)
  }
  const found = parseApiKey(text)
  if (found === undefined) throw refusal(apiKeyShape)
  return found
}
