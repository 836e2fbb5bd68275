import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './schemas.en.ts'
import * as zh from './schemas.zh.ts'

export const { schemas, schemaForm, schemaUses, schemaSample, registries, registryLink } = defineMessages(
  en,
  zh,
)
