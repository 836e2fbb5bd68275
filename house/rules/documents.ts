import { posix } from 'node:path'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const RECORD = /^docs\/decisions\/(\d{4})-[^/]+\.md$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const RECORD_LINK = String.raw`\[\d{4}\]\(\d{4}-[^)]+\.md\)`
const STATUS = new RegExp(
  `^(Accepted|Superseded by ${RECORD_LINK})(, amended by ${RECORD_LINK}(, ${RECORD_LINK})*)?\\.$`,
)
/** A file of the repository, by the end of its path. */
const NAMED_FILE = /`([\w-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|grammar))`/g
const LINK = /\]\((?!\w+:|#)([^)#\s]+)(?:#[^)]*)?\)/g
/** Generated files exist only after a build. */
const BUILT = /^(dist|static)\//
/** A line that says that a file is gone may name it. */
const GONE = /\b(gone|deleted|no longer|removed)\b/

export const documents: Rule = { name: 'documents', check }

/** A decision record must state its date and whether it still holds, and files that a document names must exist. */
function* check(repository: Repository): Generator<Offence> {
  const paths = [...repository.files.keys()].map((path) => `/${path}`)
  for (const file of repository.files.values()) {
    if (!file.path.endsWith('.md')) continue
    const lines = file.text.split('\n')
    const offence = (at: number, message: string): Offence => ({ path: file.path, line: at + 1, message })
    const number = RECORD.exec(file.path)?.[1]
    const isSuperseded = number !== undefined && lines[4]?.startsWith('Superseded') === true
    if (number !== undefined) {
      if (!lines[0]?.startsWith(`# ${number} `)) yield offence(0, `begins with "# ${number} " and its title`)
      if (!DATE.test(lines[2] ?? '')) yield offence(2, 'has the date of the decision in its third line')
      if (!STATUS.test(lines[4] ?? ''))
        yield offence(4, 'says in its fifth line whether it is accepted, amended or superseded, and by which')
    }
    for (const [at, line] of lines.entries()) {
      for (const [, target = ''] of line.matchAll(LINK)) {
        const path = posix.join(posix.dirname(file.path), target)
        if (/\.\w+$/.test(target) && !repository.file(path) && !/\.(png|svg)$/.test(target))
          yield offence(at, `${target} does not exist`)
      }
      if (isSuperseded || GONE.test(line)) continue
      for (const [, named = ''] of line.matchAll(NAMED_FILE))
        if (!BUILT.test(named) && !paths.some((path) => path.endsWith(`/${named}`)))
          yield offence(at, `${named} does not exist`)
    }
  }
}
