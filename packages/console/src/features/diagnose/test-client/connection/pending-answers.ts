/** Holds numbered requests until their responses arrive. */
export class PendingAnswers<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #next = 0

  ask(): { readonly id: number; readonly answer: Promise<Answer> } {
    this.#next += 1
    const id = this.#next
    return { id, answer: new Promise((resolve) => this.#waiting.set(id, resolve)) }
  }

  answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer)
    this.#waiting.delete(id)
  }
}
