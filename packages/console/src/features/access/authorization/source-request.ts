import { type AccessSource, authorization } from '@brokerdeck/contract/access/authorization.ts'
import { withoutForeign } from '#domain/access/access-backend/without-foreign.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import type { SourceKind } from './source-kind.ts'

/** What of a source the form edits: what it is does not change, and it is switched on and off beside the form. */
export function toSourceSettings({ type, enable, ...settings }: AccessSource): ApiDocument {
  return settings
}

export const toSourceCreateRequest =
  ({ type, sections }: SourceKind) =>
  (document: ApiDocument) => ({
    body: parseBody(authorization.createSource.body, { type, ...withoutForeign(sections, document) }),
  })

export const toSourceUpdateRequest =
  ({ sections }: SourceKind) =>
  (document: ApiDocument, { type, enable }: AccessSource) => ({
    params: { type },
    body: parseBody(authorization.saveSource.body, { type, ...withoutForeign(sections, document), enable }),
  })

/** The same settings, on or off: secrets go back as the asterisks they came as, which keeps them. */
export function toSourceEnableRequest(source: AccessSource, enable: boolean) {
  return {
    params: { type: source.type },
    body: parseBody(authorization.saveSource.body, { ...source, enable }),
  }
}
