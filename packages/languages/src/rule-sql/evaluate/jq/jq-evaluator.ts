import { type JqOutput, runJqProcess } from './jq-process.ts'

export interface JqQuestion {
  readonly program: string
  /** The input, JSON on one line. */
  readonly input: string
}

/** A question, or programs that will be needed soon. */
export type JqRequest =
  | ({ readonly kind: 'ask' } & JqQuestion)
  | { readonly kind: 'learn'; readonly programs: readonly string[] }

const programsIn = (request: JqRequest) => (request.kind === 'ask' ? [request.program] : request.programs)

/** Each result as JSON; undefined if the program failed. */
export type JqAnswer = readonly string[] | undefined

export interface JqCaller {
  /** Returns the next request; undefined ends the work. */
  takeRequest(): JqRequest | undefined
  /** Called when everything is prepared and the program starts to run. */
  beginAnswer?(): void
  /** Receives the response to the last request; the response to a `learn` request has no results. */
  giveAnswer(answer: JqAnswer): void
}

/** The maximum number of programs in one process of jq, and of all their characters. */
const most = { programs: 32, characters: 100_000 }
/** The maximum number of invalid programs that are remembered. */
const mostRefused = 100
/** The maximum length of a program; no real program is longer. */
const longestProgram = 10_000

/**
 * Runs programs with jq 1.6. Starting jq and compiling a program takes some 50 ms, an input some microseconds, so a
 * process serves all programs requested so far until a request contains a new program.
 */
export class JqEvaluator {
  readonly #wasm: WebAssembly.Module
  /**
   * Maps the text of each program to its definition in the joined program. The least recently used program is the
   * first.
   */
  readonly #definitions = new Map<string, string>()
  readonly #refused = new Set<string>()

  constructor(wasm: WebAssembly.Module) {
    this.#wasm = wasm
  }

  /** Answers one question in a process of its own. */
  answer(question: JqQuestion): JqAnswer {
    let requests: readonly JqRequest[] = [{ kind: 'ask', ...question }]
    let result: JqAnswer
    this.serve({
      takeRequest() {
        const [next] = requests
        requests = []
        return next
      },
      giveAnswer(answer) {
        result = answer
      },
    })
    return result
  }

  /** Serves requests until there are no more. Each request gets its response before the next request is taken. */
  serve(caller: JqCaller): void {
    let request = caller.takeRequest()
    while (request !== undefined) {
      if (this.#learn(programsIn(request))) request = this.#serveKnown(request, caller)
      else {
        caller.giveAnswer(undefined)
        request = caller.takeRequest()
      }
    }
  }

  /** Adds programs; returns whether at least one of them may be valid. */
  #learn(programs: readonly string[]): boolean {
    const learned = new Set(programs.filter((program) => this.#mayBeProgram(program)))
    for (const program of learned) this.#define(program, this.#definitions.get(program) ?? `(${program}\n)`)
    let [count, characters] = [0, 0]
    for (const [program, { length }] of [...this.#definitions].reverse()) {
      count += 1
      characters += length
      const isTooMuch = count > most.programs || characters > most.characters
      if (isTooMuch && count > 1) this.#definitions.delete(program)
    }
    return learned.size > 0
  }

  #mayBeProgram(program: string): boolean {
    return program.length <= longestProgram && !this.#refused.has(program) && hasOwnBrackets(program)
  }

  #define(program: string, definition: string): void {
    this.#definitions.delete(program)
    this.#definitions.set(program, definition)
  }

  /**
   * At least one of these programs does not compile, since all others compiled before. Of several programs, the
   * invalid ones show when they are used. A program of only definitions and comments returns its input.
   */
  #reject(programs: readonly string[]): void {
    const [program = '', ...more] = programs
    if (more.length > 0) {
      for (const one of programs) this.#definitions.delete(one)
      return
    }
    const withBody = `(${program}\n.)`
    if (mayLackBody.test(program) && this.#definitions.get(program) !== withBody) {
      this.#define(program, withBody)
      return
    }
    this.#definitions.delete(program)
    if (this.#refused.size >= mostRefused) this.#refused.clear()
    this.#refused.add(program)
  }

  /** Serves requests with one process until a request needs a program that the process lacks; returns that request. */
  #serveKnown(first: JqRequest, caller: JqCaller): JqRequest | undefined {
    const places = new Map([...this.#definitions.keys()].map((program, place) => [program, place]))
    let request: JqRequest | undefined = first
    let isAsked = false
    let hasBegun = false
    const areKnown = (programs: readonly string[]) => programs.every((program) => places.has(program))
    const giveAnswer = (answer: JqAnswer) => {
      isAsked = false
      caller.giveAnswer(answer)
      request = caller.takeRequest()
    }
    const rest = runJqProcess(this.#wasm, joinPrograms([...this.#definitions.values()]), (output) => {
      hasBegun = true
      if (isAsked) {
        const answer = readAnswer(output)
        // The program itself asks for another input, but there is none.
        if (answer === 'unfinished') return undefined
        giveAnswer(answer.results)
      }
      while (request?.kind === 'learn' && (request === first || areKnown(request.programs))) giveAnswer([])
      const place = request?.kind === 'ask' ? places.get(request.program) : undefined
      if (request?.kind !== 'ask' || place === undefined) return undefined
      isAsked = true
      caller.beginAnswer?.()
      return `[${place},${request.input}]`
    })
    if (!hasBegun) this.#reject(programsIn(first))
    if (!hasBegun && first.kind === 'learn') giveAnswer(undefined)
    if (isAsked) {
      const answer = readAnswer(rest)
      giveAnswer(answer === 'unfinished' ? undefined : answer.results)
    }
    return request
  }
}

/**
 * Returns whether all brackets and texts of a program are closed, so that brackets around it enclose all of it: `1) |
 * (2` is no valid program and must not become valid. Texts may contain programs, as in `"a\\(.b)c"`.
 */
export function hasOwnBrackets(program: string): boolean {
  const open: string[] = []
  for (let at = 0; at < program.length; at++) {
    const character = program.charAt(at)
    if (open.at(-1) === '"') {
      if (character === '"') open.pop()
      if (character !== '\\') continue
      at += 1
      if (program.charAt(at) === '(') open.push(')')
      continue
    }
    if (character === '#') {
      const end = program.indexOf('\n', at)
      at = end < 0 ? program.length : end
    } else if (character === '"') open.push('"')
    else if (character in closing) open.push(closing[character] ?? '')
    else if (')]}'.includes(character) && open.pop() !== character) return false
  }
  return open.length === 0
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Matches programs that may consist of only definitions and comments. */
const mayLackBody = /^\s*$|#|;\s*$/

/** The broker has no file and no line, but it has the C functions that this build of jq lacks. */
const brokerDefinitions = `${[
  'def input_line_number: error("unknown");',
  'def input_filename: null;',
  'def exp10: pow(10; .);',
  'def pow10: exp10;',
  'def gamma: lgamma;',
  'def lgamma_r: [lgamma, if . < 0 and floor % 2 != 0 then -1 else 1 end];',
  'def modf: if isinfinite then [0, .] else [. - trunc, trunc] end;',
].join(' ')}\n`

const [failed, finished] = ['0', '1']

/**
 * Joins the programs into one that takes `[PLACE, INPUT]` and returns `[RESULT]` for each result of the program at
 * that place, `0` if the program failed, and finally `1`.
 */
function joinPrograms(definitions: readonly string[]): string {
  const name = (place: number) => `program_of_the_broker_${place}`
  const known = definitions.map((text, place) => `def ${name(place)}: ${text};`)
  const choices = definitions.map((_, place) => `if $place == ${place} then ${name(place)} else`)
  const chosen = `${choices.join(' ')} empty ${'end '.repeat(definitions.length)}`
  return `${brokerDefinitions}${known.join('\n')}
.[0] as $place | .[1] | (try ((${chosen}) | [.]) catch ${failed}), ${finished}`
}

function readAnswer({ results }: JqOutput): { readonly results: JqAnswer } | 'unfinished' {
  const lines = results.split('\n').filter((line) => line !== '')
  if (lines.pop() !== finished) return 'unfinished'
  return { results: lines.includes(failed) ? undefined : lines.map((line) => line.slice(1, -1)) }
}
