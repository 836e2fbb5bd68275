import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path/posix'
import * as v from 'valibot'

const files = v.array(v.string())

/** What `packages/console/early-chunks.ts` writes into the page, by language. */
const listsSchema = v.record(
  v.string(),
  v.object({ always: files, login: files, app: files, pages: v.record(v.string(), files) }),
)

type Lists = v.InferOutput<typeof listsSchema>

const list = /<script type="application\/json" id="early-chunks">(.*)<\/script>/

/** None where the page lists none: a build of one language, or none of ours. */
export function readEarlyFiles(template: string): Lists {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), listsSchema), list.exec(template)?.[1])
  return parsed.success ? parsed.output : {}
}

/** `static/early-chunks.js` writes it at each visit: language, and whether somebody was signed in. No secret. */
const startCookie = /(?:^|;\s*)brokerdeck-start=(\w+)\.(app|login)(?:;|$)/

/** As `chooseLocale` of the console, from what a request tells. */
function languageOf(headers: IncomingHttpHeaders): string {
  return /^zh/i.test(headers['accept-language'] ?? '') ? 'zh' : 'en'
}

/**
 * The scripts that this visit begins with, as far as its request tells: asked for with the page they arrive a round trip
 * before `static/early-chunks.js` can ask. A wrong guess costs a file too many; what runs is decided in the browser.
 */
export function earlyFilesFor(lists: Lists, path: string, headers: IncomingHttpHeaders): readonly string[] {
  const [, language = languageOf(headers), view = 'login'] = startCookie.exec(headers.cookie ?? '') ?? []
  const known = Object.hasOwn(lists, language) ? lists[language] : undefined
  if (known === undefined) return []
  const wanted = join('/', path === '' ? 'dashboard/overview' : path)
  const page = Object.keys(known.pages).find((end) => wanted.endsWith(`/${end}`))
  const ofView = view === 'app' ? [...known.app, ...(known.pages[page ?? ''] ?? [])] : known.login
  return [...known.always, ...ofView].filter((file) => file.endsWith('.js'))
}
