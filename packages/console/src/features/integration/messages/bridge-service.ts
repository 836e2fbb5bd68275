import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './bridge-service.en.ts'
import * as zh from './bridge-service.zh.ts'

export const { serviceFields } = defineMessages(en, zh)
