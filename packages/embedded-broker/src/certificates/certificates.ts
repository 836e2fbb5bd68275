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
/** The directory in which EMQX stores the PEM texts that it receives. */
export const keptRoot = 'data/certs/'

/** Erlang's words for why a file is not PEM; `not_file_path` stands for a text that cannot be a file name. */
export type PemProblem = 'enoent' | 'eacces' | 'eisdir' | 'not_pem' | 'not_file_path'

/**
 * Certificates and keys. PEM texts are kept in the store under the path at which EMQX would store the file; other
 * paths are files of this machine; the paths of EMQX's shipped files stand for a certificate that is created here
 * when it is first needed.
 */
export class Certificates {
  readonly #store: Store
  readonly #now: () => number
  readonly #addresses: readonly string[]
  readonly #kept: Map<string, string>

  /** `addresses` are the addresses for which the self-made certificate is valid. */
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

  /** Stores a PEM text and returns the path that stands for it from now on. */
  async keep(folder: string, name: string, pem: string): Promise<string> {
    const hash = createHash('sha256').update(pem).digest('hex').slice(0, 16).toUpperCase()
    const path = `${toPath(folder)}${name}-${hash}`
    this.#kept.set(path, pem)
    await this.#store.put(kind, path, pem)
    return path
  }

  /** Removes the texts of a folder that are no longer used. */
  async tidy(folder: string, used: ReadonlySet<string>): Promise<void> {
    const unused = [...this.#kept.keys()].filter((path) => path.startsWith(toPath(folder)) && !used.has(path))
    for (const path of unused) this.#kept.delete(path)
    await Promise.all(unused.map((path) => this.#store.remove(kind, path)))
  }

  /** Returns the stored texts by their paths: a backup has to contain them beside the settings. */
  files(): ReadonlyMap<string, string> {
    return new Map([...this.#kept].filter(([path]) => path.startsWith(keptRoot)))
  }

  /** Restores a text from a backup; it stays until `tidy` is called for its folder. */
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
      // A failed write is reported by the next user of the store; here it only means a new certificate after a
      // restart.
      this.#store.put(kind, `${selfMadeKey}/${name}`, pem).catch(() => undefined)
    }
    return made
  }
}

const toPath = (folder: string): string => `${keptRoot}${folder}/`
