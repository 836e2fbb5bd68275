import type { SourceType } from '@brokerdeck/contract/access/authorization.ts'
import type { Section } from '#kit/form/field.ts'

/** One kind of source; the chain holds each at most once. */
export interface SourceKind {
  readonly type: SourceType
  /** What it is for, in a sentence. */
  readonly about: string
  readonly sections: readonly Section[]
  /** What somebody who sets one up begins with, where the broker has no default. */
  readonly initial: Readonly<Record<string, unknown>>
}
