import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './bridge-database.en.ts'
import * as zh from './bridge-database.zh.ts'

export const { databaseFields } = defineMessages(en, zh)
