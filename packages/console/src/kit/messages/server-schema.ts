import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './server-schema.en.ts'
import * as zh from './server-schema.zh.ts'

export const { serverSchema, connectionLabels } = defineMessages(en, zh)
