import startJq from 'jq-web/jq.wasm.js?start'

/** Pages of 64 KiB. jq begins with 16 MiB; what wants more than 64 fails. */
const memoryPages = { initial: 256, maximum: 1024 }
/** Bytes that jq may write for one input. */
const mostOutput = 10_000_000
/** One result in a line, without colours, written before the next input is read. */
const options = ['--compact-output', '--monochrome-output', '--unbuffered']
/** Names that the library's build has given to what jq imports; jq-process.test.ts would fail with another build. */
const imported = { module: 'wasi_unstable', write: 'z' }

/** Bytes as they come, one by one. */
class ByteBuffer {
  #bytes = new Uint8Array(1024)
  #length = 0

  push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  get length(): number {
    return this.#length
  }

  takeText(): string {
    const text = new TextDecoder().decode(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return text
  }
}

/** What jq has written since it was last asked. */
export interface JqOutput {
  readonly results: string
  readonly messages: string
}

/** What jq wants to write is too much; jq ends. */
class OutputLimitError extends Error {
  override readonly name = 'OutputLimitError'
}

/**
 * Runs jq once, with a memory of its own. `readInput` is asked for the next input whenever jq has written all it has to
 * say of the one before, or wants another one in the midst of a program; undefined is the end of the input. Returns what
 * was written after the last input. An end by a fault of jq's own is not told apart from any other.
 */
export function runJqProcess(
  wasm: WebAssembly.Module,
  program: string,
  readInput: (output: JqOutput) => string | undefined,
): JqOutput {
  const [results, messages] = [new ByteBuffer(), new ByteBuffer()]
  const takeOutput = () => ({ results: results.takeText(), messages: messages.takeText() })
  let isAtEnd = false
  let [piece, at] = [new Uint8Array(), 0]
  let isReading = false

  /** jq takes what there is where it is told that there is no more at present, and asks again. */
  function readByte(): number | null {
    if (isReading && at === piece.length) {
      isReading = false
      return null
    }
    if (!isReading) {
      const next = isAtEnd ? undefined : readInput(takeOutput())
      isAtEnd = next === undefined
      if (next === undefined) return null
      piece = new TextEncoder().encode(`${next}\n`)
      at = 0
      isReading = true
    }
    at += 1
    return piece[at - 1] ?? null
  }

  const jq = startJq({
    noInitialRun: true,
    wasmMemory: new WebAssembly.Memory(memoryPages),
    preRun: () => undefined,
    stdin: readByte,
    stdout: (byte) => results.push(byte),
    stderr: (byte) => messages.push(byte),
    print: () => undefined,
    printErr: () => undefined,
    quit: () => undefined,
    instantiateWasm(imports, receive) {
      const system = imports[imported.module] ?? {}
      const write = system[imported.write]
      if (typeof write !== 'function') throw new TypeError('jq was built otherwise')
      const writeLimited = (...args: unknown[]): unknown => {
        if (results.length + messages.length > mostOutput) throw new OutputLimitError()
        return write(...args)
      }
      const instance = new WebAssembly.Instance(wasm, {
        ...imports,
        [imported.module]: { ...system, [imported.write]: writeLimited },
      })
      receive(instance)
      return instance.exports
    },
  })
  jq.raw('', program, options)
  return takeOutput()
}
