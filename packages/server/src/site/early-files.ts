import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path/posix'
import { redirects, routeAt } from '@brokerdeck/console/routes/routes.ts'
import * as v from 'valibot'
import type { EarlyFiles } from './console-page.ts'

const files = v.array(v.string())

/** The lists that `packages/console/early-chunks.ts` writes into the page, by language. */
const listsSchema = v.record(v.string(), v.object({ always: files, login: files, app: files }))
/** The lists that it writes into a file beside the page: by language, then by the name of the page. */
const pagesSchema = v.record(v.string(), v.record(v.string(), files))

interface Lists {
  readonly entries: v.InferOutput<typeof listsSchema>
  readonly pages: v.InferOutput<typeof pagesSchema>
}

const list = /<script type="application\/json" id="early-chunks">(.*)<\/script>/

/**
 * Reads the lists of early files; empty if the page contains none, as in a build of one language or a foreign build.
 */
export async function readEarlyFiles(template: string, dir: string): Promise<Lists> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), listsSchema), list.exec(template)?.[1])
  if (!parsed.success || Object.keys(parsed.output).length === 0) return { entries: {}, pages: {} }
  const pages = await readFile(join(dir, 'static/page-files.json'), 'utf8')
  return { entries: parsed.output, pages: v.parse(v.pipe(v.string(), v.parseJson(), pagesSchema), pages) }
}

/**
 * Matches the cookie that `static/early-chunks.js` writes at each visit: the language, and whether the user was
 * signed in. It contains no secret.
 */
const startCookie = /(?:^|;\s*)brokerdeck-start=(\w+)\.(app|login)(?:;|$)/

/** Chooses the language like `chooseLocale` of the console, from the headers of the request. */
function chooseLanguage(headers: IncomingHttpHeaders): string {
  return /^zh/i.test(headers['accept-language'] ?? '') ? 'zh' : 'en'
}

/**
 * Returns the files that a visit begins with, as far as its request tells. Requested together with the page, they
 * arrive one round trip earlier than through `static/early-chunks.js`, and a page's own files two or three round
 * trips earlier. A wrong guess costs an unneeded file; the browser decides what runs.
 */
export function earlyFilesFor(lists: Lists, path: string, headers: IncomingHttpHeaders): EarlyFiles {
  const [, language = chooseLanguage(headers), view = 'login'] = startCookie.exec(headers.cookie ?? '') ?? []
  const known = Object.hasOwn(lists.entries, language) ? lists.entries[language] : undefined
  if (known === undefined) return { first: [], behind: [], styles: [] }
  const isScript = (file: string) => file.endsWith('.js')
  if (view !== 'app')
    return { first: [...known.always, ...known.login].filter(isScript), behind: [], styles: [] }
  const first = [...known.always, ...known.app].filter(isScript)
  const [name = '', declared] = routeAt(leadOn(join('/', path))) ?? []
  const ofPage = lists.pages[language]?.[name] ?? []
  const [scripts, styles] = [ofPage.filter(isScript), ofPage.filter((file) => !isScript(file))]
  // The frame waits for this page's requests, because most visits begin there.
  return declared?.asksEarly === undefined
    ? { first, behind: scripts, styles }
    : { first: [...first, ...scripts], behind: [], styles: [] }
}

/** Returns the path that a path without a page of its own redirects to. */
function leadOn(path: string): string {
  const [, to] = Object.entries(redirects).find(([from]) => from === path) ?? []
  return to === undefined ? path : leadOn(to)
}
