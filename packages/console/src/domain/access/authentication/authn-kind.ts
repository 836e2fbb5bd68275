import type { Section } from '#kit/form/field.ts'

export type Mechanism = 'password_based' | 'jwt' | 'scram' | 'gssapi' | 'cinfo'

/** One combination of mechanism and back end that can be set up; the chain holds each at most once. */
export interface AuthnKind {
  /** As the broker names the authenticator: `password_based:redis`, `jwt`. */
  readonly id: string
  readonly mechanism: Mechanism
  readonly backend?: string
  /** What it is for, in a sentence. */
  readonly about: string
  readonly sections: readonly Section[]
  /** What somebody who sets one up begins with, where the broker has no default. */
  readonly initial: Readonly<Record<string, unknown>>
  readonly isEnterprise?: boolean
}
