import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a file with this text that is removed after the test, and returns its path. */
export async function configFile(text: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-options-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const path = join(dir, 'brokerdeck.yaml')
  await writeFile(path, text)
  return path
}
