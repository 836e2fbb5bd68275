import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path/posix'
import { redirects, routeAt } from '@brokerdeck/console/routes/routes.ts'
import * as v from 'valibot'
import type { EarlyFiles } from './console-page.ts'

const files = v.array(v.string())

/** What `packages/console/early-chunks.ts` writes into the page, by language. */
const listsSchema = v.record(v.string(), v.object({ always: files, login: files, app: files }))
/** And into a file beside it: by language, then by the name of the page. */
const pagesSchema = v.record(v.string(), v.record(v.string(), files))

interface Lists {
  readonly entries: v.InferOutput<typeof listsSchema>
  readonly pages: v.InferOutput<typeof pagesSchema>
}

const list = /<script type="application\/json" id="early-chunks">(.*)<\/script>/

/** None where the page lists none: a build of one language, or none of ours. */
export async function readEarlyFiles(template: string, dir: string): Promise<Lists> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), listsSchema), list.exec(template)?.[1])
  if (!parsed.success || Object.keys(parsed.output).length === 0) return { entries: {}, pages: {} }
  const pages = await readFile(join(dir, 'static/page-files.json'), 'utf8')
  return { entries: parsed.output, pages: v.parse(v.pipe(v.string(), v.parseJson(), pagesSchema), pages) }
}

/** `static/early-chunks.js` writes it at each visit: language, and whether somebody was signed in. No secret. */
const startCookie = /(?:^|;\s*)brokerdeck-start=(\w+)\.(app|login)(?:;|$)/

/** As `chooseLocale` of the console, from what a request tells. */
function chooseLanguage(headers: IncomingHttpHeaders): string {
  return /^zh/i.test(headers['accept-language'] ?? '') ? 'zh' : 'en'
}

/**
 * What this visit begins with, as far as its request tells: asked for with the page it arrives a round trip before
 * `static/early-chunks.js` can ask, and what a page is made of two or three before its code could. A wrong guess costs a
 * file too many; what runs is decided in the browser.
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
  // The frame waits for it: most visits begin there.
  return declared?.asksEarly === undefined
    ? { first, behind: scripts, styles }
    : { first: [...first, ...scripts], behind: [], styles: [] }
}

/** Where an address leads that has no page of its own. */
function leadOn(path: string): string {
  const [, to] = Object.entries(redirects).find(([from]) => from === path) ?? []
  return to === undefined ? path : leadOn(to)
}
