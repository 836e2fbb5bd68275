import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '#lib/start-error.ts'
import { exportHeader } from './export-text.ts'

export const isYamlName = (path: string): boolean => /\.ya?ml$/.test(path)

/**
 * Writes all files, or none of them if a foreign file is in the way. `out` is a file if it has a YAML name, otherwise
 * a folder.
 */
export async function writeExport(out: string, texts: ReadonlyMap<string, string>): Promise<void> {
  if (!isYamlName(out)) {
    await mkdir(out, { recursive: true })
    await refuseForeignFolder(out)
  }
  const files = [...texts].map(([name, text]) => ({ path: isYamlName(out) ? out : join(out, name), text }))
  for (const { path } of files) await refuseForeignFile(path)
  const written: { readonly path: string; readonly temporary: string }[] = []
  try {
    for (const { path, text } of files) {
      const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
      written.push({ path, temporary })
      await writeWhole(temporary, text)
    }
    for (const { path, temporary } of written) await rename(temporary, path)
  } finally {
    for (const { temporary } of written) await rm(temporary, { force: true })
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Refuses a folder that contains files but no export, because it serves another purpose. */
async function refuseForeignFolder(dir: string): Promise<void> {
  const names = await readdir(dir)
  const yaml = names.filter(isYamlName)
  for (const name of yaml) await refuseForeignFile(join(dir, name))
  if (names.length > 0 && yaml.length === 0)
    throw new StartError(
      'FOREIGN_FILES',
      `--out: the folder ${JSON.stringify(dir)} holds other files; take an empty one`,
    )
}

async function refuseForeignFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return
  if (found.isFile() && (await readFile(path, 'utf8')).startsWith(exportHeader)) return
  throw new StartError(
    'FOREIGN_FILES',
    `--out: ${JSON.stringify(path)} was made by no export and is not written over`,
  )
}
