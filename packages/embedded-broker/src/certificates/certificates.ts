import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { readRecords } from '../storage/read-records.ts'
import type { Store } from '../storage/store.ts'
import { isPem } from './pem-text.ts'
import { type KeyPair, selfSigned } from './self-signed.ts'

const kind = 'certificate'
const recordSchema = v.string()
const selfMadeKey = 'self-made'
const largestFile = 1_048_576
/** Where EMQX keeps the texts that it is given. */
export const keptRoot = 'data/certs/'

/** Erlang's words for why a file is no PEM; `not_file_path` is a text that no file can be called. */
export type PemProblem = 'enoent' | 'eacces' | 'eisdir' | 'not_pem' | 'not_file_path'

/**
 * Certificates and keys. Texts that are given are kept in the store under the path where EMQX would keep its file;
 * other paths are files of this machine; those that EMQX ships stand for a certificate made here when first needed.
 */
export class Certificates {
  readonly #store: Store
  readonly #now: () => number
  readonly #addresses: readonly string[]
  readonly #kept: Map<string, string>

  /** `addresses` are what the certificate made here is for. */
  constructor(store: Store, addresses: readonly string[], now: () => number) {
    this.#store = store
    this.#addresses = addresses
    this.#now = now
    this.#kept = new Map(readRecords(store, kind, recordSchema))
    store.onRefused(kind, (paths) => {
      for (const path of paths) {
        const pem = v.safeParse(recordSchema, store.get(kind, path))
        if (pem.success) this.#kept.set(path, pem.output)
        else if (path.startsWith(keptRoot)) this.#kept.delete(path)
      }
    })
  }

  /** The path that stands for a PEM text from now on. */
  async keep(folder: string, name: string, pem: string): Promise<string> {
    const hash = createHash('sha256').update(pem).digest('hex').slice(0, 16).toUpperCase()
    const path = `${toPath(folder)}${name}-${hash}`
    this.#kept.set(path, pem)
    await this.#store.put(kind, path, pem)
    return path
  }

  /** Removes what is kept in a folder and no longer used. */
  async tidy(folder: string, used: ReadonlySet<string>): Promise<void> {
    const unused = [...this.#kept.keys()].filter((path) => path.startsWith(toPath(folder)) && !used.has(path))
    for (const path of unused) this.#kept.delete(path)
    await Promise.all(unused.map((path) => this.#store.remove(kind, path)))
  }

  /** The texts that were given, by the paths that stand for them: what a backup has to hold beside the settings. */
  files(): ReadonlyMap<string, string> {
    return new Map([...this.#kept].filter(([path]) => path.startsWith(keptRoot)))
  }

  /** Takes one back from a backup; it stays until somebody tidies its folder. */
  async takeBack(path: string, pem: string): Promise<void> {
    this.#kept.set(path, pem)
    await this.#store.put(kind, path, pem)
  }

  read(path: string): { readonly pem: string } | { readonly problem: PemProblem } {
    if ([...path].some((character) => character < ' ')) return { problem: 'not_file_path' }
    const name = /^\$\{EMQX_ETC_DIR\}\/certs\/(cert|cacert|key)\.pem$/.exec(path)?.[1]
    if (name !== undefined) {
      const { cert, key } = this.#selfMade()
      return { pem: name === 'key' ? key : cert }
    }
    const kept = this.#kept.get(path)
    if (kept !== undefined) return { pem: kept }
    try {
      const found = statSync(path)
      if (!found.isFile()) return { problem: 'eisdir' }
      const text = found.size > largestFile ? '' : readFileSync(path, 'utf8')
      return isPem(text) ? { pem: text } : { problem: 'not_pem' }
    } catch (error) {
      const isDenied = error instanceof Error && 'code' in error && error.code === 'EACCES'
      return { problem: isDenied ? 'eacces' : 'enoent' }
    }
  }

  #selfMade(): KeyPair {
    const [cert, key] = [this.#kept.get(`${selfMadeKey}/cert`), this.#kept.get(`${selfMadeKey}/key`)]
    if (cert !== undefined && key !== undefined) return { cert, key }
    const made = selfSigned('Brokerdeck embedded broker', ['localhost'], this.#addresses, this.#now())
    for (const [name, pem] of Object.entries(made)) {
      this.#kept.set(`${selfMadeKey}/${name}`, pem)
      // A failed write is told by the store's next user; this one only means a new certificate after a restart.
      this.#store.put(kind, `${selfMadeKey}/${name}`, pem).catch(() => undefined)
    }
    return made
  }
}

const toPath = (folder: string): string => `${keptRoot}${folder}/`
