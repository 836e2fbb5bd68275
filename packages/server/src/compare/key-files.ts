import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { NotSentError } from '@brokerdeck/console/compare/changed-since.ts'
import type { Step } from '@brokerdeck/console/compare/promotion-plan.ts'
import type { SecretPlace } from '@brokerdeck/console/compare/send-in-order.ts'
import { createdApiKeySchema } from '@brokerdeck/contract/system/api-keys.ts'
import * as v from 'valibot'
import { printable } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'

/** Matches the names that the broker accepts for a key; no other name becomes part of a path. */
const safeName = /^[A-Za-z][A-Za-z0-9_-]*$/

/** The format that `--key-file` accepts. */
const word = v.pipe(v.string(), v.regex(/^[^\s:]+$/))
const pairSchema = v.object({ ...createdApiKeySchema.entries, api_key: word, api_secret: word })

/**
 * Returns the path for the secret of a new key; undefined for a step without a secret, or for a name that no key can
 * have.
 */
export function nameKeyFile(
  folder: string | undefined,
  { kind, id, deed }: Pick<Step, 'kind' | 'id' | 'deed'>,
): string | undefined {
  const isNew = kind === 'api-keys' && deed === 'create'
  return isNew && folder !== undefined && safeName.test(id) ? resolve(join(folder, `${id}.key`)) : undefined
}

/**
 * Throws, before any request is sent, if the file of a key cannot be created. All files are created as they will be
 * and then removed together, because only in this way a file system reveals that two names are the same file.
 */
export function checkKeyFiles(steps: readonly Step[]): void {
  const made: string[] = []
  try {
    for (const { secretFile } of steps) {
      if (secretFile === undefined) continue
      const folder = dirname(secretFile)
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
        throw new StartError(
          'NOT_APPLIED',
          `nothing was sent: --key-out ${JSON.stringify(folder)} is no folder`,
        )
      try {
        closeSync(openSync(secretFile, 'wx', 0o600))
      } catch (error) {
        throw new StartError(
          'NOT_APPLIED',
          `nothing was sent: ${JSON.stringify(secretFile)} ${describeUnmade(error, secretFile, made)}`,
        )
      }
      made.push(secretFile)
    }
    for (const folder of new Set(made.map((one) => dirname(one)))) checkSync(folder)
  } finally {
    for (const path of made) rmSync(path, { force: true })
  }
}

/** Checks that a folder supports fsync: some folders accept files but cannot confirm that they are on disk. */
function checkSync(folder: string): void {
  try {
    syncFolder(folder)
  } catch (error) {
    const name = `--key-out ${JSON.stringify(folder)}`
    throw new StartError(
      'NOT_APPLIED',
      `nothing was sent: ${name}: what is written there cannot be made sure of on disk: ${explainFileFault(error)}`,
    )
  }
}

function describeUnmade(error: unknown, path: string, made: readonly string[]): string {
  const fault = explainFileFault(error)
  if (fault === 'ENAMETOOLONG') return 'cannot be made: the name is too long for a file'
  if (['EACCES', 'EPERM', 'EROFS'].includes(fault))
    return `cannot be made: nothing can be written to the folder (${fault})`
  if (fault !== 'EEXIST') return `cannot be made: ${fault}`
  const twin = made.find((one) => one.toLowerCase() === path.toLowerCase())
  return twin === undefined
    ? 'is there already and is not written over'
    : `is the same file as ${JSON.stringify(twin)}: the file system does not tell their letters apart`
}

/**
 * Creates the file before the key: only its owner may read it, and no existing file is overwritten. `onSecret`
 * receives the secret, which must not be printed from then on.
 */
export function openKeyFile(path: string, onSecret: (secret: string) => void): SecretPlace {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    throw new NotSentError(
      `Nothing was sent: ${JSON.stringify(path)} cannot be made: ${explainFileFault(error)}`,
    )
  }
  const drop = () => {
    closeSync(file)
    rmSync(path, { force: true })
  }
  return {
    drop,
    keep: (answer) => {
      const { success, output } = v.safeParse(pairSchema, answer)
      if (success) onSecret(output.api_secret)
      try {
        if (!success) throw new Error('the answer holds none that a file could hold')
        writeWhole(file, `${output.api_key}:${output.api_secret}\n`)
        fdatasyncSync(file)
        syncFolder(dirname(path))
      } catch (error) {
        drop()
        throw new Error(explainFileFault(error))
      }
      closeSync(file)
    },
  }
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function explainFileFault(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error))
  return 'code' in error ? String(error.code) : error.message
}
