import startJq from 'jq-web/jq.wasm.js?start'

/** The memory in pages of 64 KiB. jq begins with 16 MiB; a program that needs more than 64 MiB fails. */
const memoryPages = { initial: 256, maximum: 1024 }
/** The maximum number of bytes that jq may write for one input. */
const mostOutput = 10_000_000
/** The options for one result per line, without colours, written before the next input is read. */
const options = ['--compact-output', '--monochrome-output', '--unbuffered']
/** The names that the library's build gave to the imports of jq; jq-process.test.ts would fail with another build. */
const imported = { module: 'wasi_unstable', write: 'z' }

/** Collects bytes one by one. */
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

/** The output of jq since the last read. */
export interface JqOutput {
  readonly results: string
  readonly messages: string
}

/** Thrown to end jq if it writes too much output. */
class OutputLimitError extends Error {
  override readonly name = 'OutputLimitError'
}

/**
 * Runs jq once, with its own memory. `readInput` is called for the next input whenever jq has written all output of
 * the previous input, or when a program itself asks for input; undefined ends the input. Returns the output after the
 * last input. A crash of jq is not distinguished from any other end.
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

  /** When jq is told that no more input is available at present, it processes what it has and asks again. */
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
