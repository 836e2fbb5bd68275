import { cp, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '#lib/start-error.ts'
import type { DropInOptions } from '#options/options.ts'

/** The file that marks a dashboard folder as Brokerdeck's: EMQX serves no file outside `static`. */
const marker = '.brokerdeck'
/** Returns the path of the backup, beside the folder and outside of what EMQX serves. */
const toBackupPath = (www: string) => `${www}.before-brokerdeck`

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true
}

/** Returns the dashboard folder: the given folder itself, or the one of the installation with that root. */
async function findDashboard(given: string): Promise<string> {
  const dir = resolve(given)
  const applications = await readdir(join(dir, 'lib')).catch(() => [])
  const below = applications
    .filter((name) => name.startsWith('emqx_dashboard-'))
    .map((name) => join(dir, 'lib', name, 'priv/www'))
  for (const www of [dir, ...below]) {
    const isNamed = basename(www) === 'www' && basename(dirname(www)) === 'priv'
    if (isNamed && (await isFile(join(www, 'index.html'))) && (await isFolder(join(www, 'static'))))
      return www
  }
  throw new StartError(
    'NOT_A_DASHBOARD',
    `${dir} is no dashboard folder of EMQX: give its priv/www with index.html and static, or the folder EMQX is installed in`,
  )
}

function fail(what: string, error: unknown): StartError {
  return new StartError(
    'NOT_A_DASHBOARD',
    `${what}: ${error instanceof Error ? error.message : String(error)}`,
  )
}

/** Leaves out compressed files: EMQX sends files as they are, so compressed files would only take space. */
const isPlain = (path: string) => !/\.(?:br|gz)$/.test(path)

/**
 * Replaces EMQX's own dashboard with the console and keeps the dashboard beside it, or restores it. Both folders are
 * complete at any time, since they are written beside and then renamed. Resolves with one line for each change.
 */
export async function dropIn(
  { dir, restore }: DropInOptions,
  consoleDir: string,
  version: string,
  move: typeof rename = rename,
): Promise<readonly string[]> {
  const www = await findDashboard(dir)
  const before = toBackupPath(www)
  const isOurs = await isFile(join(www, marker))
  const isKept = await isFolder(before)
  return restore ? bringBack(www, before, isOurs, isKept, move) : putIn(www, before, isOurs)

  async function putIn(www: string, before: string, isOurs: boolean): Promise<readonly string[]> {
    if (!isOurs && isKept)
      throw new StartError(
        'NOT_A_DASHBOARD',
        `${before} is there although ${www} is not Brokerdeck's, as after an upgrade of EMQX: remove the one that is not wanted`,
      )
    const fresh = await mkdtemp(`${www}.new-`).catch((error: unknown) => {
      throw fail(`nothing was changed; ${dirname(www)} cannot be written`, error)
    })
    try {
      await cp(consoleDir, fresh, { recursive: true, filter: isPlain })
      await writeFile(join(fresh, marker), `${version}\n`)
      await move(www, isOurs ? `${fresh}.old` : before)
      await move(fresh, www).catch(async (error: unknown) => {
        await move(isOurs ? `${fresh}.old` : before, www)
        throw error
      })
    } catch (error) {
      await rm(fresh, { recursive: true, force: true })
      throw fail('nothing was changed', error)
    }
    await rm(`${fresh}.old`, { recursive: true, force: true })
    const said = isOurs ? `${www} holds Brokerdeck ${version} now` : `${www} holds Brokerdeck ${version}`
    return [
      said,
      `EMQX's own dashboard is kept in ${before}; --restore brings it back`,
      'No restart is needed.',
    ]
  }
}

async function bringBack(
  www: string,
  before: string,
  isOurs: boolean,
  isKept: boolean,
  move: typeof rename,
): Promise<readonly string[]> {
  if (!isOurs) throw new StartError('NOT_A_DASHBOARD', `${www} does not hold Brokerdeck; nothing was changed`)
  if (!isKept)
    throw new StartError(
      'NOT_A_DASHBOARD',
      `${before} is gone, so nothing can be brought back; nothing was changed`,
    )
  const aside = `${www}.brokerdeck`
  try {
    await rm(aside, { recursive: true, force: true })
    await move(www, aside)
    await move(before, www).catch(async (error: unknown) => {
      await move(aside, www)
      throw error
    })
  } catch (error) {
    throw fail('nothing was changed', error)
  }
  await rm(aside, { recursive: true, force: true })
  return [`${www} holds EMQX's own dashboard again`]
}
