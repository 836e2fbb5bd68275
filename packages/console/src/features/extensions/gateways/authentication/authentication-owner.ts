import type { GatewayAuthenticator } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Mutation } from '#acting/action.tsx'
import type { UserBase } from '#domain/access/authentication/users/user-base.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument, FormImpact } from '#kit/form/shell/form-spec.ts'
import type { WritePlan } from '#resource/endpoint-form/write-plan.ts'
import type { Cut } from './describe-cut.ts'

export interface SettingsForm {
  readonly sections: readonly Section[]
  readonly pickDocument: (authenticator: GatewayAuthenticator | undefined) => ApiDocument
  /** What is sent, of what the form holds and what the broker has. */
  readonly toDocument: (document: ApiDocument, authenticator: GatewayAuthenticator | undefined) => ApiDocument
  readonly impact: (document: ApiDocument, before: ApiDocument) => FormImpact
  readonly appliedMessage: string
  readonly findFaults: (words: string) => readonly FormFault[]
  readonly cautions: (document: ApiDocument) => readonly FormFault[]
}

/** Where a gateway may have its authenticator: the gateway itself, or a listener of it. */
export interface AuthenticationOwner {
  readonly gateway: GatewayKind
  /** The kind that whoever leads here has chosen to add. */
  readonly begunWith?: string | undefined
  /** What holds while there is none. */
  readonly none: { readonly title: string; readonly text: string }
  readonly impactNew: string
  readonly removeBody: string
  readonly disableBody: string
  /** What any change here does to those who are connected. */
  readonly cut: Cut
  /** Null where it has none. */
  readonly useFound: () => UseQueryResult<GatewayAuthenticator | null, Error>
  readonly create: (toDocument: (document: ApiDocument) => ApiDocument) => WritePlan
  readonly settings: (form: SettingsForm) => ReactNode
  /** On or off, and all else as the broker has it. */
  readonly enable: (isOn: boolean) => Mutation<GatewayAuthenticator>
  readonly remove: Mutation<GatewayAuthenticator>
  readonly users: (authenticator: GatewayAuthenticator) => UserBase
}
