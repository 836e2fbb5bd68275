import { type AccessSource, authorization } from '@brokerdeck/contract/access/authorization.ts'
import { withoutForeign } from '#domain/access/access-backend/without-foreign.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import type { SourceKind } from './source-kind.ts'

/**
 * Returns the settings of a source that the form edits. The type does not change, and the source is enabled and
 * disabled outside the form.
 */
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

/**
 * Returns a request with the same settings, enabled or disabled. Secrets are sent back as the asterisks that the
 * broker returned, which keeps them.
 */
export function toSourceEnableRequest(source: AccessSource, enable: boolean) {
  return {
    params: { type: source.type },
    body: parseBody(authorization.saveSource.body, { ...source, enable }),
  }
}
