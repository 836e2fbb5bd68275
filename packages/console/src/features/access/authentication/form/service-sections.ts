import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import { httpRequest } from '#features/access/access-backend/http-request.ts'
import { httpsNote } from '#features/access/access-backend/https-note.ts'
import type { Section } from '#kit/form/field.ts'
import { authenticatorForm as m } from '../../messages/authentication.ts'
import { scramSections } from './built-in-sections.ts'
import { placeholders } from './placeholders.ts'

export const httpSections: readonly Section[] = [
  httpRequest({ urlHelp: m.urlHelp(placeholders), requestTimeout: '5s' }),
  tlsClientForm('ssl', httpsNote),
]

export const scramHttpSections: readonly Section[] = [
  ...scramSections,
  httpRequest({ urlHelp: m.scramUrlHelp(placeholders), requestTimeout: '5s' }),
  tlsClientForm('ssl', httpsNote),
]
