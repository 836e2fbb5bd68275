import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './exhooks.en.ts'
import * as zh from './exhooks.zh.ts'

export const { exhooks, exhookForm, exhookHooks } = defineMessages(en, zh)
