import { type ESTree, parseSync } from 'rolldown/utils'

export interface Import {
  readonly specifier: string
  readonly isDynamic: boolean
  readonly isReExport: boolean
  /** True if the import does not exist at run time. */
  readonly isType: boolean
  readonly line: number
}

export interface Export {
  readonly name: string
  readonly isType: boolean
  readonly isReExport: boolean
  readonly line: number
}

export interface Comment {
  readonly text: string
  readonly line: number
  readonly isBlock: boolean
}

export interface Syntax {
  readonly program: ESTree.Program
  readonly imports: readonly Import[]
  readonly exports: readonly Export[]
  readonly comments: readonly Comment[]
}

const DEFAULT = 'default'
const EVERYTHING = '*'

export class SourceFile {
  readonly path: string
  readonly text: string
  #syntax: Syntax | undefined
  #lineStarts: readonly number[] | undefined

  constructor(path: string, text: string) {
    this.path = path
    this.text = text
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1)
  }

  get isCode(): boolean {
    return /\.tsx?$/.test(this.path) && !this.path.endsWith('.d.ts')
  }

  /** True for tests and for files that only tests use. */
  get isTest(): boolean {
    return /\.(test|spec)\.tsx?$/.test(this.path) || /\/(testing|test-support)\//.test(this.path)
  }

  get lineCount(): number {
    return this.text.split('\n').length - (this.text.endsWith('\n') ? 1 : 0)
  }

  get syntax(): Syntax {
    this.#syntax ??= this.#parse()
    return this.#syntax
  }

  lineAt(offset: number): number {
    this.#lineStarts ??= [0, ...[...this.text.matchAll(/\n/g)].map((match) => match.index + 1)]
    return this.#lineStarts.filter((start) => start <= offset).length
  }

  #parse(): Syntax {
    const { program, module, comments, errors } = parseSync(this.path, this.text)
    const [error] = errors
    if (error) throw new Error(`${this.path} cannot be parsed: ${error.message}`)

    const imports: Import[] = []
    for (const { moduleRequest, entries, start } of module.staticImports)
      imports.push({
        specifier: moduleRequest.value,
        isDynamic: false,
        isReExport: false,
        isType: entries.length > 0 && entries.every(({ isType }) => isType),
        line: this.lineAt(start),
      })
    for (const { moduleRequest } of module.dynamicImports) {
      const quoted = this.text.slice(moduleRequest.start, moduleRequest.end)
      if (/^['"]/.test(quoted))
        imports.push({
          specifier: quoted.slice(1, -1),
          isDynamic: true,
          isReExport: false,
          isType: false,
          line: this.lineAt(moduleRequest.start),
        })
    }

    const exports: Export[] = []
    for (const { entries } of module.staticExports)
      for (const { exportName, isType, moduleRequest, start } of entries) {
        const line = this.lineAt(start)
        if (moduleRequest)
          imports.push({ specifier: moduleRequest.value, isDynamic: false, isReExport: true, isType, line })
        const name = exportName.kind === 'Default' ? DEFAULT : (exportName.name ?? EVERYTHING)
        exports.push({ name, isType, isReExport: moduleRequest !== null, line })
      }

    return {
      program,
      imports,
      exports,
      comments: comments.map(({ type, value, start }) => ({
        text: value,
        line: this.lineAt(start),
        isBlock: type === 'Block',
      })),
    }
  }
}
