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
  /** Builds the request from the form and the authenticator that the broker has. */
  readonly toDocument: (document: ApiDocument, authenticator: GatewayAuthenticator | undefined) => ApiDocument
  readonly impact: (document: ApiDocument, before: ApiDocument) => FormImpact
  readonly appliedMessage: string
  readonly findFaults: (words: string) => readonly FormFault[]
  readonly cautions: (document: ApiDocument) => readonly FormFault[]
}

/** The part of a gateway that can have an authenticator: the gateway itself, or one of its listeners. */
export interface AuthenticationOwner {
  readonly gateway: GatewayKind
  /** The kind of authenticator that the link to the page has chosen to add. */
  readonly begunWith?: string | undefined
  /** The text for the state without an authenticator. */
  readonly none: { readonly title: string; readonly text: string }
  readonly impactNew: string
  readonly removeBody: string
  readonly disableBody: string
  /** The effect of any change here on the connected clients. */
  readonly cut: Cut
  /** Reads the authenticator; null if there is none. */
  readonly useFound: () => UseQueryResult<GatewayAuthenticator | null, Error>
  readonly create: (toDocument: (document: ApiDocument) => ApiDocument) => WritePlan
  readonly settings: (form: SettingsForm) => ReactNode
  /** Enables or disables the authenticator and keeps all other settings of the broker. */
  readonly enable: (isOn: boolean) => Mutation<GatewayAuthenticator>
  readonly remove: Mutation<GatewayAuthenticator>
  readonly users: (authenticator: GatewayAuthenticator) => UserBase
}
