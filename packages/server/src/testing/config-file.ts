import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The path of a file with this text, gone after the test. */
export async function configFile(text: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-options-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const path = join(dir, 'brokerdeck.yaml')
  await writeFile(path, text)
  return path
}
