import type { SourceType } from '@brokerdeck/contract/access/authorization.ts'
import type { Section } from '#kit/form/field.ts'

/** Describes one kind of source; the chain holds each kind at most once. */
export interface SourceKind {
  readonly type: SourceType
  /** The purpose of the source, in a sentence. */
  readonly about: string
  readonly sections: readonly Section[]
  /** The initial values of a new source where the broker has no default. */
  readonly initial: Readonly<Record<string, unknown>>
}
