import type { ErlangTerm } from '../erlang-term.ts'

/** What speaks against a term as a rule, in the broker's word for it. */
export class RuleFault extends Error {
  readonly reason: string
  readonly value: ErlangTerm

  constructor(reason: string, value: ErlangTerm) {
    super(reason)
    this.reason = reason
    this.value = value
  }
}
