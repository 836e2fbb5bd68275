import type { ErlangTerm } from '../erlang-term.ts'

/** Thrown for a term that is no valid rule, with the reason in the broker's words. */
export class RuleFault extends Error {
  readonly reason: string
  readonly value: ErlangTerm

  constructor(reason: string, value: ErlangTerm) {
    super(reason)
    this.reason = reason
    this.value = value
  }
}
