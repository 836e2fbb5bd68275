import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SourceFile } from './source-file.ts'

const NEVER_ENTERED = new Set([
  'node_modules',
  'dist',
  '.git',
  '.cache',
  '.brokerdeck',
  'test-results',
  'playwright-report',
])
const READ = /\.(tsx?|mjs|css|html|json|md|ya?ml|svg)$|^(LICENSE|run|\.npmrc|\.gitignore)$/
/** Deliberate offences and generated files are not checked. */
const OFFENCES = 'house/offences'

export class Repository {
  readonly root: string
  readonly files: ReadonlyMap<string, SourceFile>

  constructor(root: string, files: Iterable<SourceFile>) {
    this.root = root
    this.files = new Map([...files].map((file) => [file.path, file]))
  }

  file(path: string): SourceFile | undefined {
    return this.files.get(path)
  }

  /** Returns the TypeScript files below a path, in the order of the directory listing. */
  code(below = ''): readonly SourceFile[] {
    return [...this.files.values()].filter((file) => file.isCode && file.path.startsWith(below))
  }

  /** Returns the names of the entries directly in a folder. */
  entries(folder: string): readonly string[] {
    const prefix = `${folder}/`
    const names = [...this.files.keys()]
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length).split('/')[0] ?? '')
    return [...new Set(names)]
  }
}

export function readRepository(root: string): Repository {
  return new Repository(root, readFolder(root, '', knownAtTop(root)))
}

/**
 * Returns the top-level names that git tracks in a clone: an untracked note or experiment is not part of the source.
 */
function knownAtTop(root: string): ReadonlySet<string> | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) return undefined
  return new Set(stdout.split('\0').map((path) => path.split('/')[0] ?? ''))
}

function* readFolder(root: string, folder: string, known?: ReadonlySet<string>): Generator<SourceFile> {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (known?.has(entry.name) === false) continue
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      if (!NEVER_ENTERED.has(entry.name) && path !== OFFENCES) yield* readFolder(root, path)
    } else if (entry.isFile() && READ.test(entry.name)) {
      yield new SourceFile(path, readFileSync(join(root, path), 'utf8'))
    }
  }
}
