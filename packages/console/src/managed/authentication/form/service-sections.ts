import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import type { Section } from '#kit/form/field.ts'
import { httpRequest } from '#managed/access-backend/http-request.ts'
import { httpsNote } from '#managed/access-backend/https-note.ts'
import { authenticatorForm as m } from '../messages.ts'
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
