import type { Section } from '#kit/form/field.ts'

export type Mechanism = 'password_based' | 'jwt' | 'scram' | 'gssapi' | 'cinfo'

/** A combination of mechanism and back end that can be configured; the chain contains each at most once. */
export interface AuthnKind {
  /** The ID of the authenticator in the broker: `password_based:redis`, `jwt`. */
  readonly id: string
  readonly mechanism: Mechanism
  readonly backend?: string
  /** The purpose of the kind, in a sentence. */
  readonly about: string
  readonly sections: readonly Section[]
  /** The initial values of a new authenticator, where the broker has no default. */
  readonly initial: Readonly<Record<string, unknown>>
  readonly isEnterprise?: boolean
}
