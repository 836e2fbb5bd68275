import type {
  JqAnswer,
  JqEvaluator,
  JqQuestion,
} from '@brokerdeck/languages/rule-sql/evaluate/jq/jq-evaluator.ts'
import type { JqProvider } from '@brokerdeck/languages/rule-sql/evaluate/load-jq.ts'
import wasmUrl from 'jq-web/jq.wasm.wasm?url'

/**
 * The maximum number of cached answers, and of their characters: the values of one message are requested many times.
 */
const most = { answers: 2_000, characters: 8_000_000 }

/** Starting jq takes about 50 ms, so answers are cached, and the questions of many messages are asked together. */
export class JqAnswers {
  readonly #evaluator: JqEvaluator
  readonly #known = new Map<string, { readonly answer: JqAnswer }>()
  #characters = 0
  #gathered: Map<string, JqQuestion> | undefined

  constructor(evaluator: JqEvaluator) {
    this.#evaluator = evaluator
  }

  ask(question: JqQuestion): JqAnswer {
    const key = JSON.stringify([question.program, question.input])
    const found = this.#known.get(key)
    if (found !== undefined) return found.answer
    if (this.#gathered !== undefined) {
      this.#gathered.set(key, question)
      return undefined
    }
    const answer = this.#evaluator.answer(question)
    this.#keep(key, question, answer)
    return answer
  }

  /**
   * Runs `work` to collect its questions without answers, and then asks them all at once. Returns the number of
   * questions.
   */
  async gather(work: () => Promise<void>): Promise<number> {
    const gathered = new Map<string, JqQuestion>()
    this.#gathered = gathered
    try {
      await work()
    } finally {
      this.#gathered = undefined
    }
    const asked = [...gathered]
    let at = -1
    this.#evaluator.serve({
      takeRequest() {
        at += 1
        const [, question] = asked[at] ?? []
        return question && { kind: 'ask', ...question }
      },
      giveAnswer: (answer) => {
        const [key, question] = asked[at] ?? []
        if (key !== undefined && question !== undefined) this.#keep(key, question, answer)
      },
    })
    return asked.length
  }

  #keep(key: string, { program }: JqQuestion, answer: JqAnswer): void {
    // `now` is the only function whose result changes with each call.
    if (/\bnow\b/.test(program)) return
    if (this.#known.size >= most.answers || this.#characters > most.characters) {
      this.#known.clear()
      this.#characters = 0
    }
    this.#characters += key.length + (answer?.join('').length ?? 0)
    this.#known.set(key, { answer })
  }
}

let loaded: JqAnswers | undefined

/** Loads jq for a worker when a statement first uses it; a jq program ends only when the worker is terminated. */
export async function loadBrowserJq(): Promise<JqProvider> {
  const [{ JqEvaluator }, response] = await Promise.all([
    import('@brokerdeck/languages/rule-sql/evaluate/jq/jq-evaluator.ts'),
    fetch(wasmUrl),
  ])
  if (!response.ok) throw new Error(`jq could not be loaded: ${response.status}`)
  const answers = new JqAnswers(new JqEvaluator(await WebAssembly.compile(await response.arrayBuffer())))
  loaded = answers
  return { ask: (question) => answers.ask(question), isTimed: false, learn: () => Promise.resolve() }
}

/** The same as `gather`; does nothing before jq is loaded. */
export async function gatherJqAnswers(work: () => Promise<void>): Promise<number> {
  return (await loaded?.gather(work)) ?? 0
}
