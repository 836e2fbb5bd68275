import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './screening.en.ts'
import * as zh from './screening.zh.ts'

export const {
  screening,
  validations,
  validationForm,
  transformations,
  transformationForm,
  preview,
  captured,
} = defineMessages(en, zh)
