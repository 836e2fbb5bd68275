import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './client.en.ts'
import * as zh from './client.zh.ts'

export const { client } = defineMessages(en, zh)
