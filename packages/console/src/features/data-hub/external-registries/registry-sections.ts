import * as v from 'valibot'
import { registries as m } from '#features/data-hub/messages/schemas.ts'
import { screening } from '#features/data-hub/messages/screening.ts'
import type { Field, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseDisplayed } from '#resource/endpoint-form/parse-body.ts'

const name: Field = {
  kind: 'text',
  path: 'name',
  label: screening.name,
  help: screening.nameHelp,
  isCode: true,
  isRequired: true,
  maxLength: 255,
  pattern: { regex: /^[0-9a-zA-Z][-0-9a-zA-Z_]*$/, message: screening.nameRule },
}

const isBasic = [{ path: 'auth.mechanism', is: ['basic'] }]

export const registrySections = (isNew: boolean): readonly Section[] => [
  {
    id: 'connection',
    title: m.connection,
    fields: [
      ...(isNew ? [name] : []),
      { kind: 'url', path: 'url', label: m.url, help: m.urlHelp, isRequired: true },
      {
        kind: 'select',
        path: 'auth.mechanism',
        label: m.access,
        options: [
          { value: 'none', label: m.anonymous },
          { value: 'basic', label: m.basic },
        ],
      },
      { kind: 'text', path: 'auth.username', label: m.username, isRequired: true, when: isBasic },
      {
        kind: 'secret',
        path: 'auth.password',
        label: m.password,
        isRequired: true,
        autoComplete: 'off',
        when: isBasic,
      },
    ],
  },
]

const shownSchema = v.looseObject({
  url: v.string(),
  auth: v.object({
    mechanism: v.picklist(['none', 'basic']),
    username: v.optional(v.string(), ''),
    password: v.optional(v.string(), ''),
  }),
})

/** Converts the form to the request body. */
export function registryBody(document: ApiDocument) {
  const { url, auth } = parseDisplayed(shownSchema, document)
  const { mechanism } = auth
  return {
    type: 'confluent' as const,
    url,
    auth: mechanism === 'none' ? ('none' as const) : { ...auth, mechanism },
  }
}
